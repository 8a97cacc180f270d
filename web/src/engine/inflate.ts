// SPDX-License-Identifier: MIT

/** Bytes that zlib packed, unpacked by the browser. */
export function inflated(packed: Uint8Array<ArrayBuffer>): Response {
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')))
}
