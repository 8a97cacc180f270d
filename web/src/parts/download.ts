// SPDX-License-Identifier: MIT
//
// Content of the page as a file of the visitor's.

export function download(content: BlobPart, name: string) {
  const url = URL.createObjectURL(new Blob([content]))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
