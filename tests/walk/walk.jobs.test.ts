import { expect, test } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { walk } from './walk.ts';

const harness = useHarness();
const steps = Number(process.env.MIRANTE_WALK_MOVES ?? 500);
const seeds = process.env.MIRANTE_WALK_SEED ? [Number(process.env.MIRANTE_WALK_SEED)] : [1, 2, 3, 4];

/** Calls that must have succeeded at least once, or the walk proves nothing about them. */
const roads = [
  'POST /api/login',
  'POST /api/saml/callback',
  'POST /api/login/embedded',
  'POST /scim/v2/Users',
  'PATCH /scim/v2/Users/{id}',
  'PATCH /scim/v2/Groups/{id}',
  'POST /api/oauth/company',
  'POST /api/auth/change/partner/to/admin/no/verify',
  'POST /api/auth/account/factors',
  'POST /api/auth/account/recovery-codes',
  'POST /api/auth/account/sessions/end',
  'POST /api/auth/config/update',
  'PUT /api/auth/mail/server',
  'POST /api/auth/embedding/keys',
  'POST /api/auth/scim/add',
  'POST /api/auth/users',
  'PUT /api/auth/users/{id}',
  'POST /api/auth/users/{id}/account_mail',
  'POST /api/auth/users/{id}/remove',
  'POST /api/auth/users/bulk',
  'POST /api/auth/users/{id}/identities',
  'DELETE /api/auth/users/{id}/identities/{id}',
  'POST /api/password/forgot',
];
const succeeded = new Set<string>();

test.each(seeds)(
  'no actor reaches an account or a unit that is not theirs: seed %i',
  async (seed) => {
    const walked = await walk(harness, { seed, steps });
    expect(walked.finding).toBeNull();
    for (const road of walked.succeeded) succeeded.add(road);
  },
  Math.max(600_000, steps * 200),
);

test('every listed call succeeded at least once', () => {
  expect(roads.filter((road) => !succeeded.has(road))).toEqual([]);
});
