// SPDX-License-Identifier: MIT
//
// The page's Worker in a worker thread of node.
import './worker_globals'
import '../../../web/src/engine/worker'
