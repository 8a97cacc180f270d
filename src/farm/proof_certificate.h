/* SPDX-License-Identifier: MIT
 *
 * The certificate of a proof: a text that names, for each position of it, the bound that it needs and why that holds.
 * tools/check_certificate.py replays it. docs/users/proofs.md describes the format.
 */
#ifndef FLANK_FARM_PROOF_CERTIFICATE_H
#define FLANK_FARM_PROOF_CERTIFICATE_H

#include "farm/proof_file.h"

/* The place of the bounds of leaves. */
typedef struct proof_source {
    const farm_store_kind *stores;
    farm_store *store;
    int rules_id;
} proof_source;

/* Write the certificate of a tree whose root is decided. The same tree and bounds give the same bytes. The failures of
 * the store; FLANK_NO_MEMORY. */
flank_status proof_certificate_write(const proof_file *file, const proof_source *source, text_buffer *out,
                                     flank_error *error);

#endif
