// SPDX-License-Identifier: MIT
//
// The host of the page: `flank serve`, whose engine thinks for it, or any static host. tools/pack_page.py marks the page that
// flank carries, so that nobody has to ask.
export const servedByFlank = document.documentElement.dataset['host'] === 'flank'
