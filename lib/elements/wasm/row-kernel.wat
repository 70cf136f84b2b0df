;; The innermost loops of reading an answer, sixteen bytes at a time. Assembled into row-kernel.wasm.ts by tests/support/generators/kernels.ts, which
;; also inserts the figures of layout.ts for @NAMES. It handles only the usual and stops before all else, which the reader
;; (element-parser.ts) then handles in plain code: escapes, lists, objects, texts that may be formulas, unknown or repeated names.
(module
  (import "reader" "memory" (memory 1))

  ;; The first position at or after $p that is not white space.
  (func $skipSpace (param $p i32) (result i32)
    (local $byte i32)
    (loop $spaces (result i32)
      (local.set $byte (i32.load8_u (local.get $p)))
      (if (i32.or
            (i32.or (i32.eq (local.get $byte) (i32.const 32)) (i32.eq (local.get $byte) (i32.const 10)))
            (i32.or (i32.eq (local.get $byte) (i32.const 13)) (i32.eq (local.get $byte) (i32.const 9))))
        (then
          (local.set $p (i32.add (local.get $p) (i32.const 1)))
          (br $spaces)))
      (local.get $p)))

  ;; Whether the $length bytes at $key are those of the name at $name.
  (func $isName (param $key i32) (param $name i32) (param $length i32) (result i32)
    (local $differ i32)
    (loop $blocks
      (local.set $differ
        (i32.xor
          (i8x16.bitmask (i8x16.eq (v128.load (local.get $key)) (v128.load offset=@NAMES (local.get $name))))
          (i32.const 0xffff)))
      (if (i32.le_s (local.get $length) (i32.const 16))
        (then
          (return
            (i32.eqz
              (i32.and
                (local.get $differ)
                (i32.sub (i32.shl (i32.const 1) (local.get $length)) (i32.const 1)))))))
      (if (local.get $differ) (then (return (i32.const 0))))
      (local.set $key (i32.add (local.get $key) (i32.const 16)))
      (local.set $name (i32.add (local.get $name) (i32.const 16)))
      (local.set $length (i32.sub (local.get $length) (i32.const 16)))
      (br $blocks))
    (unreachable))

  ;; Reads properties of one set as long as they are usual. $p: where a key is expected; $guess: the column it probably is, or
  ;; -1; $after: the column read before; $o: where the row continues. Returns 0 (the property at the position is for
  ;; plain code), AT_END (after the closing brace) or AT_MARK (neither comma nor brace where expected); the rest in @RESULT.
  (func (export "properties")
    (param $p i32) (param $guess i32) (param $after i32) (param $o i32) (param $count i32) (param $hash i32) (param $attempt i32)
    (result i32)
    (local $status i32) (local $tries i32) (local $column i32) (local $length i32) (local $q i32) (local $start i32)
    (local $byte i32) (local $kind i32) (local $to i32) (local $mask i32) (local $below i32) (local $commas i32)
    (local $semicolons i32) (local $unitsLess i32) (local $digits i32) (local $sign i32) (local $end i32)
    (local $bytes v128) (local $more v128)
    (block $leave
      (loop $property
        (br_if $leave (i32.ne (i32.load8_u (local.get $p)) (i32.const 34)))

        ;; The key: the guess or one of the columns after it. $q: its closing quote; $column: address of its entries.
        (local.set $tries (i32.const 8))
        (block $found
          (loop $guesses
            (br_if $leave (i32.lt_s (local.get $guess) (i32.const 0)))
            (local.set $column (i32.shl (local.get $guess) (i32.const 2)))
            (local.set $length
              (i32.sub (i32.load offset=@NAME_TO (local.get $column)) (i32.load offset=@NAME_FROM (local.get $column))))
            (local.set $q (i32.add (i32.add (local.get $p) (i32.const 1)) (local.get $length)))
            (block $other
              (br_if $other (i32.eqz (local.get $length)))
              (br_if $other (i32.ne (i32.load8_u (local.get $q)) (i32.const 34)))
              (br_if $found
                (call $isName
                  (i32.add (local.get $p) (i32.const 1))
                  (i32.load offset=@NAME_FROM (local.get $column))
                  (local.get $length))))
            (local.set $guess (i32.load offset=@NEXT (local.get $column)))
            (local.set $tries (i32.sub (local.get $tries) (i32.const 1)))
            (br_if $guesses (local.get $tries)))
          (br $leave))
        (br_if $leave (i32.eq (i32.load offset=@SEEN (local.get $column)) (local.get $attempt)))

        ;; The colon.
        (br_if $leave (i32.ne (i32.load8_u offset=1 (local.get $q)) (i32.const 58)))
        (local.set $q (i32.add (local.get $q) (i32.const 2)))
        (local.set $byte (i32.load8_u (local.get $q)))
        (if (i32.le_u (local.get $byte) (i32.const 32))
          (then
            (local.set $q (call $skipSpace (local.get $q)))
            (local.set $byte (i32.load8_u (local.get $q)))))

        ;; The value. $start: where its bytes go; afterwards $to: their end, $q: after the value, $kind.
        (i32.store8 (local.get $o) (i32.const 44))
        (local.set $start (i32.add (local.get $o) (i32.const 1)))
        (local.set $to (local.get $start))
        (block $valued
          (block $noText
            (br_if $noText (i32.ne (local.get $byte) (i32.const 34)))
            (local.set $q (i32.add (local.get $q) (i32.const 1)))
            (local.set $commas (i32.const 0))
            (local.set $semicolons (i32.const 0))
            (local.set $unitsLess (i32.const 0))
            (loop $blocks
              (local.set $bytes (v128.load (local.get $q)))
              (v128.store (local.get $to) (local.get $bytes))
              (local.set $mask
                (i8x16.bitmask
                  (v128.or
                    (v128.or
                      (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 34)))
                      (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 92))))
                    (i8x16.lt_u (local.get $bytes) (i8x16.splat (i32.const 32))))))
              ;; The bits below the lowest one of $mask: the bytes that belong to the text.
              (local.set $below
                (i32.and
                  (i32.sub (local.get $mask) (i32.const 1))
                  (i32.xor (local.get $mask) (i32.const -1))))
              (local.set $commas
                (i32.or
                  (local.get $commas)
                  (i32.and
                    (i8x16.bitmask (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 44))))
                    (local.get $below))))
              (local.set $semicolons
                (i32.or
                  (local.get $semicolons)
                  (i32.and
                    (i8x16.bitmask (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 59))))
                    (local.get $below))))
              ;; UTF-16 has one unit fewer for each continuation byte, and one more for each first byte of four.
              (if (i32.and (i8x16.bitmask (local.get $bytes)) (local.get $below))
                (then
                  (local.set $unitsLess
                    (i32.add
                      (local.get $unitsLess)
                      (i32.sub
                        (i32.popcnt
                          (i32.and
                            (i8x16.bitmask (i8x16.lt_s (local.get $bytes) (i8x16.splat (i32.const -64))))
                            (local.get $below)))
                        (i32.popcnt
                          (i32.and
                            (i8x16.bitmask (i8x16.ge_u (local.get $bytes) (i8x16.splat (i32.const 0xf0))))
                            (local.get $below))))))))
              (if (i32.eqz (local.get $mask))
                (then
                  (local.set $q (i32.add (local.get $q) (i32.const 16)))
                  (local.set $to (i32.add (local.get $to) (i32.const 16)))
                  (br $blocks))))
            (local.set $q (i32.add (local.get $q) (i32.ctz (local.get $mask))))
            (local.set $to (i32.add (local.get $to) (i32.ctz (local.get $mask))))
            (br_if $leave (i32.ne (i32.load8_u (local.get $q)) (i32.const 34)))
            (local.set $q (i32.add (local.get $q) (i32.const 1)))
            (local.set $kind (i32.const @EMPTY))
            (br_if $valued (i32.eq (local.get $to) (local.get $start)))
            (br_if $leave (i32.load8_u offset=@SUSPECT (i32.load8_u (local.get $start))))
            (local.set $kind
              (i32.or
                (i32.const @TEXT)
                (i32.or
                  (i32.shl (i32.ne (local.get $commas) (i32.const 0)) (i32.const 4))
                  (i32.shl (i32.ne (local.get $semicolons) (i32.const 0)) (i32.const 6)))))
            (local.set $length (i32.sub (i32.sub (local.get $to) (local.get $start)) (local.get $unitsLess)))
            (if (i32.gt_u (local.get $length) (i32.load offset=@TEXT_MAX (local.get $column)))
              (then (i32.store offset=@TEXT_MAX (local.get $column) (local.get $length))))
            (br $valued))

          (block $noNumber
            (local.set $sign (i32.eq (local.get $byte) (i32.const 45)))
            (br_if $noNumber
              (i32.and
                (i32.eqz (local.get $sign))
                (i32.gt_u (i32.sub (local.get $byte) (i32.const 48)) (i32.const 9))))
            (local.set $bytes (v128.load (local.get $q)))
            (local.set $more (v128.load offset=16 (local.get $q)))
            (v128.store (local.get $start) (local.get $bytes))
            (v128.store offset=16 (local.get $start) (local.get $more))
            ;; One bit for each of 32 bytes that is a digit; the sign counts as a digit.
            (local.set $digits
              (i32.or
                (local.get $sign)
                (i32.or
                  (i8x16.bitmask
                    (i8x16.lt_u
                      (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 48)))
                      (i8x16.splat (i32.const 10))))
                  (i32.shl
                    (i8x16.bitmask
                      (i8x16.lt_u
                        (i8x16.sub (local.get $more) (i8x16.splat (i32.const 48)))
                        (i8x16.splat (i32.const 10))))
                    (i32.const 16)))))
            (local.set $end (i32.ctz (i32.xor (local.get $digits) (i32.const -1))))
            (br_if $leave (i32.eq (local.get $end) (local.get $sign)))
            ;; A leading zero must be alone.
            (br_if $leave
              (i32.and
                (i32.eq (i32.load8_u (i32.add (local.get $q) (local.get $sign))) (i32.const 48))
                (i32.ne (local.get $end) (i32.add (local.get $sign) (i32.const 1)))))
            (br_if $leave (i32.gt_u (local.get $end) (i32.const 30)))
            (if (i32.eq (i32.load8_u (i32.add (local.get $q) (local.get $end))) (i32.const 46))
              (then
                (local.set $tries (i32.add (local.get $end) (i32.const 1)))
                (local.set $end
                  (i32.ctz
                    (i32.xor
                      (i32.or (local.get $digits) (i32.shl (i32.const 1) (local.get $end)))
                      (i32.const -1))))
                (br_if $leave (i32.eq (local.get $end) (local.get $tries)))
                (br_if $leave (i32.gt_u (local.get $end) (i32.const 31)))))
            (local.set $byte (i32.load8_u (i32.add (local.get $q) (local.get $end))))
            (br_if $leave
              (i32.and
                (i32.ne (local.get $byte) (i32.const 44))
                (i32.ne (local.get $byte) (i32.const 125))))
            (local.set $q (i32.add (local.get $q) (local.get $end)))
            (local.set $to (i32.add (local.get $start) (local.get $end)))
            (local.set $kind (i32.const @NUMBER))
            (br $valued))

          ;; The words, read as four bytes at once.
          (local.set $mask (i32.load (local.get $q)))
          (if (i32.eq (local.get $mask) (i32.const 0x65757274))
            (then
              (i32.store (local.get $start) (local.get $mask))
              (local.set $to (i32.add (local.get $start) (i32.const 4)))
              (local.set $q (i32.add (local.get $q) (i32.const 4)))
              (local.set $kind (i32.const @TRUE))
              (br $valued)))
          (if (i32.eq (local.get $mask) (i32.const 0x6c6c756e))
            (then
              (local.set $q (i32.add (local.get $q) (i32.const 4)))
              (local.set $kind (i32.const @NULL))
              (br $valued)))
          (br_if $leave (i32.ne (local.get $mask) (i32.const 0x736c6166)))
          (br_if $leave (i32.ne (i32.load8_u offset=4 (local.get $q)) (i32.const 101)))
          (i32.store (local.get $start) (local.get $mask))
          (i32.store8 offset=4 (local.get $start) (i32.const 101))
          (local.set $to (i32.add (local.get $start) (i32.const 5)))
          (local.set $q (i32.add (local.get $q) (i32.const 5)))
          (local.set $kind (i32.const @FALSE)))

        ;; The cell.
        (local.set $p (local.get $q))
        (local.set $o (local.get $to))
        (local.set $length (i32.shl (local.get $count) (i32.const 2)))
        (i32.store offset=@CELL_COLUMNS (local.get $length) (local.get $guess))
        (i32.store offset=@CELL_ENDS (local.get $length) (i32.sub (local.get $to) (i32.const @ROW)))
        (i32.store8 offset=@CELL_KINDS (local.get $count) (local.get $kind))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (local.set $hash (i32.mul (i32.xor (local.get $hash) (local.get $guess)) (i32.const 0x9e3779b1)))
        (i32.store offset=@SEEN (local.get $column) (local.get $attempt))
        (local.set $after (local.get $guess))
        (local.set $guess (i32.load offset=@NEXT (local.get $column)))

        ;; A comma and the next property, or the end.
        (local.set $byte (i32.load8_u (local.get $p)))
        (if (i32.le_u (local.get $byte) (i32.const 32))
          (then
            (local.set $p (call $skipSpace (local.get $p)))
            (local.set $byte (i32.load8_u (local.get $p)))))
        (if (i32.eq (local.get $byte) (i32.const 44))
          (then
            (local.set $p (i32.add (local.get $p) (i32.const 1)))
            (if (i32.le_u (i32.load8_u (local.get $p)) (i32.const 32))
              (then (local.set $p (call $skipSpace (local.get $p)))))
            (br $property)))
        (local.set $status (i32.const @AT_MARK))
        (if (i32.eq (local.get $byte) (i32.const 125))
          (then
            (local.set $p (i32.add (local.get $p) (i32.const 1)))
            (local.set $status (i32.const @AT_END))))))
    (i32.store offset=@RESULT (i32.const 0) (local.get $p))
    (i32.store offset=@RESULT (i32.const 4) (local.get $o))
    (i32.store offset=@RESULT (i32.const 8) (local.get $after))
    (i32.store offset=@RESULT (i32.const 12) (local.get $count))
    (i32.store offset=@RESULT (i32.const 16) (local.get $hash))
    (local.get $status))

  ;; Counts the cells of a finished row at their columns and writes ends and kinds after its texts, which end at $o; for rows
  ;; whose ends take two bytes each. Returns where the row continues.
  (func (export "finish") (param $o i32) (param $count i32) (param $idEnd i32) (param $idKind i32) (result i32)
    (local $i i32) (local $kind i32) (local $column i32) (local $slot i32)
    (i32.store16 (local.get $o) (local.get $idEnd))
    (local.set $o (i32.add (local.get $o) (i32.const 2)))
    (block $counted
      (loop $cells
        (br_if $counted (i32.ge_u (local.get $i) (local.get $count)))
        (local.set $slot (i32.shl (local.get $i) (i32.const 2)))
        (i32.store16 (local.get $o) (i32.load offset=@CELL_ENDS (local.get $slot)))
        (local.set $o (i32.add (local.get $o) (i32.const 2)))
        (local.set $column (i32.load offset=@CELL_COLUMNS (local.get $slot)))
        (local.set $kind (i32.load8_u offset=@CELL_KINDS (local.get $i)))
        (local.set $slot
          (i32.shl
            (i32.add (i32.shl (local.get $column) (i32.const 3)) (i32.and (local.get $kind) (i32.const 7)))
            (i32.const 2)))
        (i32.store offset=@COUNTS (local.get $slot) (i32.add (i32.load offset=@COUNTS (local.get $slot)) (i32.const 1)))
        (if (i32.and (local.get $kind) (i32.const @FORMULA))
          (then
            (local.set $slot (i32.shl (local.get $column) (i32.const 2)))
            (i32.store offset=@FORMULAS (local.get $slot)
              (i32.add (i32.load offset=@FORMULAS (local.get $slot)) (i32.const 1)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $cells)))
    (i32.store8 (local.get $o) (local.get $idKind))
    (local.set $o (i32.add (local.get $o) (i32.const 1)))
    (local.set $i (i32.const 0))
    (block $copied
      (loop $kinds
        (br_if $copied (i32.ge_u (local.get $i) (local.get $count)))
        (v128.store (i32.add (local.get $o) (local.get $i)) (v128.load offset=@CELL_KINDS (local.get $i)))
        (local.set $i (i32.add (local.get $i) (i32.const 16)))
        (br $kinds)))
    (i32.add (local.get $o) (local.get $count))))
