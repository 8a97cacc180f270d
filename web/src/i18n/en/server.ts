// SPDX-License-Identifier: MIT
//
// The server that thinks for the page, when it is away or busy.
export const server = {
  'server.lost': 'The server does not answer. Trying again …',
  'server.lost.instead': 'The server does not answer, so the engine in the browser thinks. The server takes over again when it is back.',
  'server.full': 'The server has no place left. Trying again …',
  'server.full.instead': 'The server has no place left, so the engine in the browser thinks. The server takes over when it has one.',
  'server.again': 'Try now',
  'server.back': 'The server is back.',
  'server.turn': 'Waiting for its turn at the server …',
}
