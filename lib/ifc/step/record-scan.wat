;; Passes the undamaged records of a STEP file, sixteen bytes at a time, and records the wanted ones. It stops before
;; anything that is not plain (damage, a comment, a wrapped string, the window's end) and leaves that to scanner.ts.
;; Assembled into record-scan.wasm.ts by tests/support/generators/kernels.ts; a test checks that both match.
(module
  (import "reader" "memory" (memory 1))
  ;; Addresses of the tables of keyword-table.ts: a byte by prefix slot; hashes (i32) and class codes (i16) by hash slot;
  ;; start and length of each class's folded name (2 × i32) by class code.
  (import "reader" "prefixes" (global $prefixes i32))
  (import "reader" "hashes" (global $hashes i32))
  (import "reader" "codes" (global $codes i32))
  (import "reader" "names" (global $names i32))
  (import "reader" "mask" (global $mask i32))
  ;; Where found records go, sixteen bytes each: number, class code, address of the opening bracket, length from there.
  (import "reader" "found" (global $found i32))
  (import "reader" "foundEnd" (global $foundEnd i32))
  ;; How many records the last call found, and how many of any class it passed.
  (global $foundCount (export "foundCount") (mut i32) (i32.const 0))
  (global $recordCount (export "recordCount") (mut i32) (i32.const 0))

  ;; Passes records from `at`, a position between two records, that begin at or before `last` and are closed before
  ;; `end`, where there is a semicolon. Reads up to 32 bytes beyond `end`. Returns the position reached: a record that it
  ;; left alone, or the blanks before it, or any position when there was no room for more records.
  (func (export "scan") (param $at i32) (param $last i32) (param $end i32) (result i32)
    (local $out i32) (local $count i32) (local $equals i32) (local $name i32) (local $open i32) (local $stop i32)
    (local $id i32) (local $byte i32) (local $hash i32) (local $slot i32) (local $code i32) (local $mask i32)
    (local $known i32) (local $length i32) (local $bytes v128)
    (local.set $out (global.get $found))
    (block $leave
      (loop $records
        (br_if $leave (i32.ge_u (local.get $out) (global.get $foundEnd)))
        (block $begun
          (loop $blanks
            (local.set $byte (i32.load8_u (local.get $at)))
            (br_if $begun (i32.gt_u (local.get $byte) (i32.const 32)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $blanks)))
        (br_if $leave (i32.gt_s (local.get $at) (local.get $last)))
        (br_if $leave (i32.ne (local.get $byte) (i32.const 35)))

        ;; The first of ; = ' / must be the equals sign, with room for a class name after it.
        (local.set $equals (local.get $at))
        (block $hit
          (loop $search
            (local.set $bytes (v128.load (local.get $equals)))
            (br_if $hit
              (local.tee $mask
                (i8x16.bitmask
                  (v128.or
                    (v128.or
                      (i8x16.eq (local.get $bytes) (v128.const i8x16 59 59 59 59 59 59 59 59 59 59 59 59 59 59 59 59))
                      (i8x16.eq (local.get $bytes) (v128.const i8x16 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61)))
                    (v128.or
                      (i8x16.eq (local.get $bytes) (v128.const i8x16 39 39 39 39 39 39 39 39 39 39 39 39 39 39 39 39))
                      (i8x16.eq (local.get $bytes) (v128.const i8x16 47 47 47 47 47 47 47 47 47 47 47 47 47 47 47 47)))))))
            (local.set $equals (i32.add (local.get $equals) (i32.const 16)))
            (br $search)))
        (local.set $equals (i32.add (local.get $equals) (i32.ctz (local.get $mask))))
        (br_if $leave (i32.ne (i32.load8_u (local.get $equals)) (i32.const 61)))
        (br_if $leave (i32.gt_s (i32.add (local.get $equals) (i32.const 96)) (local.get $end)))
        (local.set $name (i32.add (local.get $equals) (i32.const 1)))
        (block $named
          (loop $blanks
            (br_if $named (i32.gt_u (i32.load8_u (local.get $name)) (i32.const 32)))
            (local.set $name (i32.add (local.get $name) (i32.const 1)))
            (br $blanks)))

        ;; The next of ; = ' /, from the name on.
        (local.set $stop (local.get $name))
        (block $hit
          (loop $search
            (local.set $bytes (v128.load (local.get $stop)))
            (br_if $hit
              (local.tee $mask
                (i8x16.bitmask
                  (v128.or
                    (v128.or
                      (i8x16.eq (local.get $bytes) (v128.const i8x16 59 59 59 59 59 59 59 59 59 59 59 59 59 59 59 59))
                      (i8x16.eq (local.get $bytes) (v128.const i8x16 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61)))
                    (v128.or
                      (i8x16.eq (local.get $bytes) (v128.const i8x16 39 39 39 39 39 39 39 39 39 39 39 39 39 39 39 39))
                      (i8x16.eq (local.get $bytes) (v128.const i8x16 47 47 47 47 47 47 47 47 47 47 47 47 47 47 47 47)))))))
            (local.set $stop (i32.add (local.get $stop) (i32.const 16)))
            (br $search)))
        (local.set $stop (i32.add (local.get $stop) (i32.ctz (local.get $mask))))
        (br_if $leave (i32.ge_u (local.get $stop) (local.get $end)))

        ;; Most records are of no wanted class, which the letters after IFC show, and contain no text.
        (if
          (i32.and
            (i32.eq (i32.load8_u (local.get $stop)) (i32.const 59))
            (i32.eqz
              (i32.load8_u
                (i32.add
                  (global.get $prefixes)
                  (i32.shr_u
                    (i32.mul
                      (i32.and (i32.load (i32.add (local.get $name) (i32.const 3))) (i32.const 0xdfdfdfdf))
                      (i32.const 0x9e3779b1))
                    (i32.const 18))))))
          (then
            (local.set $count (i32.add (local.get $count) (i32.const 1)))
            (local.set $at (i32.add (local.get $stop) (i32.const 1)))
            (br $records)))

        ;; The number: one to nine digits, then only blanks up to the equals sign.
        (local.set $id (i32.const 0))
        (local.set $open (i32.add (local.get $at) (i32.const 1)))
        (block $read
          (loop $digits
            (local.set $byte (i32.sub (i32.load8_u (local.get $open)) (i32.const 48)))
            (br_if $read (i32.gt_u (local.get $byte) (i32.const 9)))
            (local.set $id (i32.add (i32.mul (local.get $id) (i32.const 10)) (local.get $byte)))
            (local.set $open (i32.add (local.get $open) (i32.const 1)))
            (br $digits)))
        (br_if $leave
          (i32.gt_u (i32.sub (i32.sub (local.get $open) (local.get $at)) (i32.const 2)) (i32.const 8)))
        (block $read
          (loop $blanks
            (br_if $read (i32.gt_u (i32.load8_u (local.get $open)) (i32.const 32)))
            (local.set $open (i32.add (local.get $open) (i32.const 1)))
            (br $blanks)))
        (br_if $leave (i32.ne (local.get $open) (local.get $equals)))

        ;; The name with its hash, and the bracket right after it.
        (local.set $hash (i32.const 0))
        (local.set $open (local.get $name))
        (block $read
          (loop $letters
            (local.set $byte (i32.load8_u (local.get $open)))
            (br_if $read (i32.lt_u (local.get $byte) (i32.const 48)))
            (br_if $read (i32.eq (local.get $byte) (i32.const 59)))
            (br_if $read (i32.eq (local.get $byte) (i32.const 61)))
            (local.set $hash
              (i32.add (i32.mul (local.get $hash) (i32.const 31)) (i32.and (local.get $byte) (i32.const 0xdf))))
            (local.set $open (i32.add (local.get $open) (i32.const 1)))
            (br $letters)))
        (br_if $leave (i32.ne (local.get $byte) (i32.const 40)))
        (local.set $slot (i32.and (local.get $hash) (global.get $mask)))
        (block $looked
          (loop $slots
            (local.set $code
              (i32.load16_u (i32.add (global.get $codes) (i32.shl (local.get $slot) (i32.const 1)))))
            (br_if $looked (i32.eqz (local.get $code)))
            (block $other
              (br_if $other
                (i32.ne
                  (i32.load (i32.add (global.get $hashes) (i32.shl (local.get $slot) (i32.const 2))))
                  (local.get $hash)))
              (local.set $known (i32.add (global.get $names) (i32.shl (local.get $code) (i32.const 3))))
              (local.set $length (i32.load offset=4 (local.get $known)))
              (br_if $other (i32.ne (i32.sub (local.get $open) (local.get $name)) (local.get $length)))
              (local.set $known (i32.load (local.get $known)))
              (loop $letters
                (br_if $looked (i32.eqz (local.get $length)))
                (local.set $length (i32.sub (local.get $length) (i32.const 1)))
                (br_if $letters
                  (i32.eq
                    (i32.load8_u (i32.add (local.get $known) (local.get $length)))
                    (i32.and
                      (i32.load8_u (i32.add (local.get $name) (local.get $length)))
                      (i32.const 0xdf))))))
            (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (global.get $mask)))
            (br $slots)))

        ;; The end, from string to string. `stop` is now at one of ; = ' /.
        (block $closed
          (loop $parts
            (br_if $leave (i32.ge_u (local.get $stop) (local.get $end)))
            (local.set $byte (i32.load8_u (local.get $stop)))
            (br_if $closed (i32.eq (local.get $byte) (i32.const 59)))
            (br_if $leave (i32.ne (local.get $byte) (i32.const 39)))
            (local.set $stop (i32.add (local.get $stop) (i32.const 1)))
            (block $hit
              (loop $search
                (local.set $bytes (v128.load (local.get $stop)))
                (br_if $hit
                  (local.tee $mask
                    (i8x16.bitmask
                      (v128.or
                        (i8x16.eq (local.get $bytes) (v128.const i8x16 39 39 39 39 39 39 39 39 39 39 39 39 39 39 39 39))
                        (v128.or
                          (i8x16.eq (local.get $bytes) (v128.const i8x16 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10))
                          (i8x16.eq (local.get $bytes) (v128.const i8x16 13 13 13 13 13 13 13 13 13 13 13 13 13 13 13 13)))))))
                (local.set $stop (i32.add (local.get $stop) (i32.const 16)))
                (br_if $leave (i32.ge_u (local.get $stop) (local.get $end)))
                (br $search)))
            (local.set $stop (i32.add (local.get $stop) (i32.ctz (local.get $mask))))
            (br_if $leave (i32.ge_u (local.get $stop) (local.get $end)))
            (br_if $leave (i32.ne (i32.load8_u (local.get $stop)) (i32.const 39)))
            (local.set $stop (i32.add (local.get $stop) (i32.const 1)))
            (block $hit
              (loop $search
                (local.set $bytes (v128.load (local.get $stop)))
                (br_if $hit
                  (local.tee $mask
                    (i8x16.bitmask
                      (v128.or
                        (v128.or
                          (i8x16.eq (local.get $bytes) (v128.const i8x16 59 59 59 59 59 59 59 59 59 59 59 59 59 59 59 59))
                          (i8x16.eq (local.get $bytes) (v128.const i8x16 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61)))
                        (v128.or
                          (i8x16.eq (local.get $bytes) (v128.const i8x16 39 39 39 39 39 39 39 39 39 39 39 39 39 39 39 39))
                          (i8x16.eq (local.get $bytes) (v128.const i8x16 47 47 47 47 47 47 47 47 47 47 47 47 47 47 47 47)))))))
                (local.set $stop (i32.add (local.get $stop) (i32.const 16)))
                (br $search)))
            (local.set $stop (i32.add (local.get $stop) (i32.ctz (local.get $mask))))
            (br $parts)))

        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (local.set $at (i32.add (local.get $stop) (i32.const 1)))
        (br_if $records (i32.eqz (local.get $code)))
        (i32.store (local.get $out) (local.get $id))
        (i32.store offset=4 (local.get $out) (local.get $code))
        (i32.store offset=8 (local.get $out) (local.get $open))
        (i32.store offset=12 (local.get $out) (i32.sub (local.get $at) (local.get $open)))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (br $records)))
    (global.set $recordCount (local.get $count))
    (global.set $foundCount (i32.shr_u (i32.sub (local.get $out) (global.get $found)) (i32.const 4)))
    (local.get $at)))
