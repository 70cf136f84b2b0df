;; Finds the bytes that give a STEP file its structure, sixteen at a time: ' / ; = and line breaks.
;; Assembled into structural-index.wasm.ts by assemble.ts; a test holds the two together.
(module
  (import "reader" "memory" (memory 1))
  ;; Writes the addresses of the structural bytes in [from, to) to `out`, four bytes each, in ascending order.
  ;; Reads up to 15 bytes beyond `to`. Returns how many there are.
  (func (export "index") (param $from i32) (param $to i32) (param $out i32) (result i32)
    (local $next i32) (local $mask i32) (local $left i32) (local $bytes v128)
    (local.set $next (local.get $out))
    (block $done
      (loop $blocks
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $bytes (v128.load (local.get $from)))
        (local.set $mask
          (i8x16.bitmask
            (v128.or
              (v128.or
                (v128.or
                  (i8x16.eq (local.get $bytes) (v128.const i8x16 39 39 39 39 39 39 39 39 39 39 39 39 39 39 39 39))
                  (i8x16.eq (local.get $bytes) (v128.const i8x16 59 59 59 59 59 59 59 59 59 59 59 59 59 59 59 59)))
                (v128.or
                  (i8x16.eq (local.get $bytes) (v128.const i8x16 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61 61))
                  (i8x16.eq (local.get $bytes) (v128.const i8x16 47 47 47 47 47 47 47 47 47 47 47 47 47 47 47 47))))
              (v128.or
                (i8x16.eq (local.get $bytes) (v128.const i8x16 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10 10))
                (i8x16.eq (local.get $bytes) (v128.const i8x16 13 13 13 13 13 13 13 13 13 13 13 13 13 13 13 13))))))
        (local.set $left (i32.sub (local.get $to) (local.get $from)))
        (if (i32.lt_u (local.get $left) (i32.const 16))
          (then
            (local.set $mask
              (i32.and
                (local.get $mask)
                (i32.sub (i32.shl (i32.const 1) (local.get $left)) (i32.const 1))))))
        (block $empty
          (loop $bits
            (br_if $empty (i32.eqz (local.get $mask)))
            (i32.store (local.get $next) (i32.add (local.get $from) (i32.ctz (local.get $mask))))
            (local.set $next (i32.add (local.get $next) (i32.const 4)))
            (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
            (br $bits)))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        (br $blocks)))
    (i32.shr_u (i32.sub (local.get $next) (local.get $out)) (i32.const 2))))
