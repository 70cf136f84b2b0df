;; Writes one stored row (row-record.ts) as a line of CSV, sixteen bytes at a time. Assembled into csv-kernel.wasm.ts by
;; tests/support/generators/kernels.ts. It copies and quotes texts; a row with a cell that needs more is left to files/csv/fast/rows.ts.
(module
  (import "reader" "memory" (memory 1))

  ;; Copies [$from, $end) to $to in whole blocks, so up to 15 bytes too many. Returns the end of the copy.
  (func $copy (param $from i32) (param $end i32) (param $to i32) (result i32)
    (local $done i32)
    (if (i32.ge_s (local.get $from) (local.get $end)) (then (return (local.get $to))))
    (local.set $done (i32.add (local.get $to) (i32.sub (local.get $end) (local.get $from))))
    (loop $blocks
      (v128.store (local.get $to) (v128.load (local.get $from)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (br_if $blocks (i32.lt_s (local.get $from) (local.get $end))))
    (local.get $done))

  ;; Writes $count delimiters in whole blocks. Returns their end.
  (func $delimiters (param $delimiter i32) (param $count i32) (param $to i32) (result i32)
    (local $at i32)
    (local.set $at (local.get $to))
    (loop $blocks
      (v128.store (local.get $at) (i8x16.splat (local.get $delimiter)))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $blocks (i32.lt_s (local.get $at) (i32.add (local.get $to) (local.get $count)))))
    (i32.add (local.get $to) (local.get $count)))

  ;; Writes the row whose texts begin at $start, whose ends (two bytes each) are at $ends and kinds at $kinds, by the plan in
  ;; [$plan, $planEnd) (row-plan.ts; $planEnd has the number of last delimiters). Returns the end of the line; 0 when a cell
  ;; needs more than a copy, or the line exceeds $limit: then the bytes from $o on are invalid.
  (func (export "row")
    (param $start i32) (param $ends i32) (param $kinds i32) (param $plan i32) (param $planEnd i32) (param $delimiter i32)
    (param $o i32) (param $limit i32)
    (result i32)
    (local $text i32) (local $last i32) (local $pending i32) (local $encoding i32) (local $from i32) (local $end i32)
    (block $planned
      (loop $runs
        (br_if $planned (i32.ge_u (local.get $plan) (local.get $planEnd)))
        (local.set $o (call $delimiters (local.get $delimiter) (i32.load (local.get $plan)) (local.get $o)))
        (local.set $text (i32.load offset=4 (local.get $plan)))
        (local.set $last (i32.load offset=8 (local.get $plan)))
        (local.set $plan (i32.add (local.get $plan) (i32.const 12)))
        (local.set $pending (local.get $start))
        (if (local.get $text)
          (then
            (local.set $pending
              (i32.add
                (i32.add (local.get $start) (i32.const 1))
                (i32.load16_u
                  (i32.add (local.get $ends) (i32.shl (i32.sub (local.get $text) (i32.const 1)) (i32.const 1))))))))
        (loop $texts
          (local.set $encoding
            (i32.load8_u offset=@ENCODINGS (i32.load8_u (i32.add (local.get $kinds) (local.get $text)))))
          (if (local.get $encoding)
            (then
              (if (i32.ne (local.get $encoding) (i32.const @QUOTED)) (then (return (i32.const 0))))
              (local.set $from (local.get $start))
              (if (local.get $text)
                (then
                  (local.set $from
                    (i32.add
                      (i32.add (local.get $start) (i32.const 1))
                      (i32.load16_u
                        (i32.add
                          (local.get $ends)
                          (i32.shl (i32.sub (local.get $text) (i32.const 1)) (i32.const 1))))))))
              (local.set $end
                (i32.add
                  (local.get $start)
                  (i32.load16_u (i32.add (local.get $ends) (i32.shl (local.get $text) (i32.const 1))))))
              (local.set $o (call $copy (local.get $pending) (local.get $from) (local.get $o)))
              (i32.store8 (local.get $o) (i32.const 34))
              (local.set $o (i32.add (local.get $o) (i32.const 1)))
              (local.set $o (call $copy (local.get $from) (local.get $end) (local.get $o)))
              (i32.store8 (local.get $o) (i32.const 34))
              (local.set $o (i32.add (local.get $o) (i32.const 1)))
              (local.set $pending (local.get $end))
              (if (i32.gt_u (local.get $o) (local.get $limit)) (then (return (i32.const 0))))))
          (local.set $text (i32.add (local.get $text) (i32.const 1)))
          (br_if $texts (i32.le_s (local.get $text) (local.get $last))))
        (local.set $end
          (i32.add
            (local.get $start)
            (i32.load16_u (i32.add (local.get $ends) (i32.shl (local.get $last) (i32.const 1))))))
        (local.set $o (call $copy (local.get $pending) (local.get $end) (local.get $o)))
        (if (i32.gt_u (local.get $o) (local.get $limit)) (then (return (i32.const 0))))
        (br $runs)))
    (local.set $o (call $delimiters (local.get $delimiter) (i32.load (local.get $planEnd)) (local.get $o)))
    (i32.store16 (local.get $o) (i32.const 0x0a0d))
    (i32.add (local.get $o) (i32.const 2))))
