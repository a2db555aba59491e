import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { type Fault, withFaults } from '../support/planting.ts';
import { outcome, type Statement } from './sql-roles.ts';

// Checks that stand in layers, which the walk can't notice one by one (docs/security.md): each is removed alone, and the attack that it
// stops has another result.
const harness = useHarness();
const newHash = () => `\\x${createHash('sha256').update(randomUUID()).digest('hex')}`;
type Visit = { unit: Tenant; person: User; sid: string };

/** A partner's visit to a unit that admits it. */
async function visit(): Promise<Visit> {
  const partner = await makeTenant({ kind: 'partner' });
  const unit = await makeTenant({ parent: partner });
  await query('update relations set verify = false where tenant_id = $1', [unit.id]);
  const master = await makeUser(partner, { profile: 'master' });
  await makeUser(unit, { profile: 'admin' });
  const person = await makeUser(unit);
  const asMaster = api(harness, partner, (await getSession(partner, master, 'master')).token);
  const way = await asMaster.post('/api/auth/change/partner/to/admin/no/verify', { company: unit.id, reason: 'Conferir' });
  const { body } = await api(harness, unit).post('/api/oauth/company', { token: way.body.token });
  return { unit, person, sid: JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString()).sid };
}
const enter = ({ sid, unit }: Visit): Statement => ['select app.enter($1::uuid, 1, $2::uuid, null)', [sid, unit.id]];

/** A ticket as a step leaves it, presented to begin a session. */
async function begun(left: { purpose?: string; life?: string; host?: string; used?: boolean } = {}) {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const proof = newHash();
  const body = JSON.stringify({ way: 'company', userId: user.id });
  await query(
    `insert into tickets (hash, purpose, tenant_id, host, body, expires_at, used_at)
      values ($1::bytea, $2, $3, $4, $5::jsonb, now() + $6::interval, case when $7 then now() end)`,
    [proof, left.purpose ?? 'proof', tenant.id, left.host ?? tenant.host, body, left.life ?? '2 minutes', left.used ?? false],
  );
  const session = {
    ...{ ours: true, sid: randomUUID(), until: '2099-01-01', longest: '2099-01-01' },
    ...{ kept: newHash(), ticket: newHash(), link: newHash() },
  };
  const rows = await outcome('door', [
    'select app.session_begin($1::bytea, $2, $3, $4::jsonb) as came',
    [proof, tenant.id, tenant.host, JSON.stringify(session)],
  ]);
  return typeof rows === 'string' ? rows : rows[0]?.came;
}

const serverRow = `insert into mail_servers (name, email, host, port, protocol) values ('x', 'x@fora.test', 'smtp.fora.test', 25, 'none')`;
const takesProofs = (find: string): readonly Fault[] => [{ name: 'proof_take', find, put: '' }];
const layers: readonly { what: string; faults: readonly Fault[]; attack: (scene: Visit) => Promise<unknown>; stopped: unknown }[] = [
  {
    what: 'a function of the gate needs a seal',
    faults: [
      { name: 'need', find: "raise exception 'unsealed' using errcode = 'MR500'", put: 'null' },
      { name: 'need', find: "v_kind <> 'owner' and", put: 'false and' },
    ],
    attack: () => outcome('app', 'select app.seats_left()'),
    stopped: 'MR500',
  },
  {
    what: 'a function of the gate needs one of its kinds',
    faults: [{ name: 'need', find: "raise exception 'kind_refused' using errcode = 'MR425'", put: 'null' }],
    attack: (scene) => outcome('app', enter(scene), "select app.own_tree('mirante.test')"),
    stopped: 'MR425',
  },
  {
    what: 'rights of people are kept by their trigger',
    faults: [{ name: 'guard_keys', find: "raise exception 'keys_closed' using errcode = 'MR425'", put: 'null' }],
    attack: (scene) =>
      outcome('app', enter(scene), `update users set ip_exempt = true where id = '${scene.person.id}' returning ip_exempt`),
    stopped: 'MR425',
  },
  {
    what: 'an account is proved in its own session',
    faults: [{ name: 'may_prove', find: '', put: "select app.need('{own,remote,partner,embed_portal}'); select true" }],
    attack: (scene) => outcome('app', enter(scene), 'select app.may_prove() as may'),
    stopped: [{ may: false }],
  },
  {
    what: 'a proof has its purpose',
    faults: takesProofs('t.purpose = p_purpose and'),
    attack: () => begun({ purpose: 'sso.code' }),
    stopped: 'stale',
  },
  {
    what: 'a proof is of its host',
    faults: takesProofs('and t.host = p_host'),
    attack: () => begun({ host: 'fora.localhost' }),
    stopped: 'stale',
  },
  { what: 'a ticket is used once', faults: takesProofs('and t.used_at is null'), attack: () => begun({ used: true }), stopped: 'stale' },
  {
    what: 'a ticket expires',
    faults: takesProofs('and t.expires_at > app.now()'),
    attack: () => begun({ life: '-1 second' }),
    stopped: 'stale',
  },
];

test.each(layers)('$what, and its removal alone is noticed', async ({ faults, attack, stopped }) => {
  const scene = await visit();
  expect(await attack(scene), 'with the check').toEqual(stopped);
  expect(await withFaults(faults, () => attack(scene)), 'without it').not.toEqual(stopped);
});

test('keys of the house are kept by triggers and by policies, each without the other', async () => {
  const scene = await visit();
  const attack = () => outcome('app', enter(scene), serverRow);
  const trigger: readonly Fault[] = [{ name: 'keep_house', find: '', put: 'begin return null; end' }];
  expect(await withFaults(trigger, attack), 'the policy alone').toBe('42501');
  const dropped = await query(
    `select policyname as name, cmd, qual, with_check as checked
      from pg_policies
      where tablename = 'mail_servers' and permissive = 'RESTRICTIVE' and policyname like 'keys_%'`,
  );
  expect(dropped.length).toBeGreaterThan(0);
  const alter = (to: (row: (typeof dropped)[number]) => { using?: unknown; check?: unknown }) =>
    Promise.all(
      dropped.map((row) => {
        const { using, check } = to(row);
        const parts = [using && `using (${using})`, check && `with check (${check})`].filter(Boolean).join(' ');
        return query(`alter policy ${row.name} on mail_servers ${parts}`);
      }),
    );
  try {
    await alter(({ qual, checked }) => ({ using: qual && 'true', check: checked && 'true' }));
    expect(await attack(), 'the trigger alone').toBe('MR425');
    expect(await withFaults(trigger, attack), 'neither').toEqual([]);
  } finally {
    await alter(({ qual, checked }) => ({ using: qual, check: checked }));
  }
});
