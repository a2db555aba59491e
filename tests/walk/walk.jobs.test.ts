import { expect, test } from 'vitest';
import { query } from '../support/database.ts';
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
  'no actor reaches another’s account or unit: seed %i',
  async (seed) => {
    const walked = await walk(harness, { seed, steps });
    expect(walked.finding).toBeNull();
    for (const road of walked.succeeded) succeeded.add(road);
  },
  Math.max(600_000, steps * 200),
);

test('every listed call succeeded at least once', async () => {
  expect(roads.filter((road) => !succeeded.has(road))).toEqual([]);
  const views = await query(
    "select 1 from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id where s.kind = 'partner' and u.seat is null",
  );
  expect(views.length, 'a partner saw what a user sees').toBeGreaterThan(0);
});
