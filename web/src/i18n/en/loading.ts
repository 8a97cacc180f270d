// SPDX-License-Identifier: MIT
//
// While the page begins.
export const loading = {
  'loading.name': 'Loading',
  'loading.progress': 'Loading the engine: {percent} %',
  'loading.failed': 'A part of Flank could not be loaded ({reason}).',
  'loading.again': 'Try again',
  'loading.missing': 'This browser is too old for Flank: it has no {what}.',
  'loading.update': 'A new version of this page is here.',
  'loading.reload': 'Reload',
}
