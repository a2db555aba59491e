import { expect, test } from 'vitest';
import { profiles } from '../../domain/access/profile.ts';
import { profilesIn } from '../../domain/users/person.ts';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeReport, makeUserGroup } from '../support/make-content.ts';
import { makeTenant, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const base = '/api/auth/users';
const minimal = (over: object = {}) => ({ name: 'Elisa Rocha', email: 'elisa@rocha.test', profile: 'user', ...over });

async function unit(options: TenantOptions = {}) {
  const tenant = await makeTenant(options);
  // An address that sorts like the name, despite random parts.
  const person = await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes', email: `ana.${crypto.randomUUID()}@people.test` });
  return { tenant, person, admin: await getApi(harness, tenant, person) };
}
const names = ({ body }: { body: { items: { name: string }[] } }) => body.items.map((item) => item.name);

test('users are found by word prefixes of their names, by e-mail and by phone number', async () => {
  const { admin } = await unit();
  const people = [
    { name: 'Érica Ávila Sá', email: 'erica@vale.test', phone: '(11) 98765-4321', department: 'Comercial' },
    { name: 'Bruno Averá', email: 'bruno@vale.test', phone: '(21) 99876-5432', language: 'es' },
  ];
  for (const person of people) expect((await admin.post(base, minimal(person))).status).toBe(200);
  const found = async (search: string) => names(await admin.get(`${base}?search=${encodeURIComponent(search)}`));
  expect(await found('avi eri')).toEqual(['Érica Ávila Sá']);
  expect(await found('vila')).toEqual([]);
  expect(await found('BRUNO@v')).toEqual(['Bruno Averá']);
  expect(await found('11 98765')).toEqual(['Érica Ávila Sá']);
  expect(await found('av')).toEqual(['Bruno Averá', 'Érica Ávila Sá']);
  expect(await found("%' or 1=1 --")).toEqual([]);
  expect(names(await admin.get(`${base}?department=Comercial`))).toEqual(['Érica Ávila Sá']);
  expect(names(await admin.get(`${base}?language=es`))).toEqual(['Bruno Averá']);
  expect(names(await admin.get(`${base}?sort=-email&size=2`))).toEqual(['Érica Ávila Sá', 'Bruno Averá']);
});

test('the list counts users by status and by pending items, and pages by any column', async () => {
  const { tenant, admin, person } = await unit();
  for (const status of ['T', 'B', 'I', 'D']) await makeUser(tenant, { status, name: `Pessoa ${status}` });
  await makeUser(tenant, { name: 'Sem conta', account: false });
  await query("update users set expires_at = now() + interval '5 days' where tenant_id = $1 and name = 'Pessoa T'", [tenant.id]);
  const { body } = await admin.get(base);
  expect(body.counts).toEqual({
    all: 6,
    A: 2,
    T: 1,
    B: 1,
    I: 1,
    D: 1,
    invited: 1,
    never: 5,
    expiring: 1,
    unidentified: 0,
    removed: 0,
    exact: true,
  });
  expect(body.items.find((item: { id: string }) => item.id === person.id)).toMatchObject({ isMe: true, invitation: 'accepted' });
  for (const sort of ['name', 'email', 'created', 'signedIn', 'expires', 'status', '-status']) {
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: { body: { items: { id: string }[]; next: string | null } } = await admin.get(
        `${base}?sort=${sort}&size=2${next ? `&cursor=${next}` : ''}`,
      );
      seen.push(...page.body.items.map((item) => item.id));
      next = page.body.next;
    }
    expect(new Set(seen).size, sort).toBe(6);
  }
});

test('an e-mail and a phone number are unique in the unit, in any spelling', async () => {
  const { admin } = await unit();
  expect(await admin.post(base, minimal({ phone: '11 98765-4321' }))).toMatchObject({ status: 200, body: { version: 1, invited: true } });
  expect(await admin.post(base, minimal({ email: ' ＥLISA@Rocha.Test ' }))).toMatchObject({
    status: 409,
    body: { status: 'email_taken', message: 'email_taken', field: 'email' },
  });
  expect(await admin.post(base, minimal({ email: 'other@rocha.test', phone: '+55 (11) 9 8765-4321' }))).toMatchObject({
    status: 409,
    body: { status: 'phone_taken', field: 'phone' },
  });
  const other = await unit();
  expect((await other.admin.post(base, minimal({ phone: '+5511987654321' }))).status).toBe(200);
});

test.each([
  [{ email: 'elisa@' }, 'email'],
  [{ name: '\u200b' }, 'name'],
  [{ name: '\u0301' }, 'name'],
  [{ phone: '123' }, 'phone'],
  [{ profile: 'master' }, 'profile'],
  [{ profile: 'a2m' }, 'profile'],
  [{ position: 'boss' }, 'position'],
  [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  [{ accessHours: [{ days: [1], from: '08:00', to: '08:00' }] }, 'accessHours'],
  [{ homePage: 'https://evil.test/' }, 'homePage'],
  [{ homePage: '//evil.test' }, 'homePage'],
  [{ homePage: '/user' }, 'homePage'],
  [{ status: 'B' }, 'status'],
  [{ account_id: '018f0000-0000-7000-8000-000000000000' }, 'account_id'],
  [{ seat: 'partner' }, 'seat'],
  [{ flags: ['root'] }, 'flags.0'],
  [{ name: 'a'.repeat(121) }, 'name'],
])('a user %j is refused at the field', async (over, field) => {
  const { admin } = await unit();
  expect(await admin.post(base, minimal(over))).toMatchObject({ status: 422, body: { field } });
});

test.each(['platform', 'partner', 'unit'] as const)('users of a %s get a profile of that kind of tenant alone', async (kind) => {
  const tenant = await makeTenant({ kind });
  const [own] = profilesIn(kind);
  const [admin, colleague] = [await makeUser(tenant, { profile: own }), await makeUser(tenant, { profile: own })];
  const client = await getApi(harness, tenant, admin);
  for (const profile of profiles) {
    const { version } = (await client.get(`${base}/${colleague.id}`)).body;
    const answers = [
      await client.post(base, minimal({ email: `${profile}@rocha.test`, profile })),
      await client.put(`${base}/${colleague.id}`, minimal({ version, email: colleague.email, profile })),
    ];
    for (const { status, body } of answers)
      if (profilesIn(kind).includes(profile)) expect(status, profile).toBe(200);
      else expect({ status, body }, profile).toMatchObject({ status: 422, body: { field: 'profile' } });
  }
});

test('sixty concurrent additions fill the limit exactly, bonus users do not raise it, and a removal frees a seat', async () => {
  const { tenant, admin } = await unit({ userLimit: 10 });
  await query('update tenants set bonus_users = 5 where id = $1', [tenant.id]);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => admin.post(base, minimal({ name: `Pessoa ${n}`, email: `p${n}@rocha.test` }))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: { status: 'user_limit_reached' } });
  expect((await admin.get(`${base}/choices`)).body.seats).toEqual({ used: 10, limit: 10, bonus: 5, tree: null, left: 0 });
  const { id } = answers.find(({ status }) => status === 200)?.body ?? {};
  await admin.put(`${base}/${id}/status`, { action: 'block' });
  expect((await admin.post(base, minimal())).status).toBe(409);
  await admin.put(`${base}/${id}/status`, { action: 'deactivate' });
  expect((await admin.post(base, minimal())).status).toBe(200);
  expect(await admin.put(`${base}/${id}/status`, { action: 'activate' })).toMatchObject({ body: { status: 'user_limit_reached' } });
});

test('a partner adds no user whose seat it has promised to a unit', async () => {
  const tenant = await makeTenant({ kind: 'partner', userLimit: 10 });
  const master = await getApi(harness, tenant, await makeUser(tenant, { profile: 'master' }));
  const unit = await makeTenant({ parent: tenant, userLimit: 7 });
  await makeUser(unit);
  const person = (name: string) => ({ name, email: `${crypto.randomUUID()}@rocha.test`, profile: 'master' });
  const seats = async () => (await master.get(`${base}/choices`)).body.seats;
  expect(await seats()).toMatchObject({ used: 1, limit: 10, tree: 2, left: 2 });
  const added = await Promise.all(['Um', 'Dois', 'Três'].map((name) => master.post(base, person(name))));
  expect(added.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  expect(added.find(({ status }) => status === 409)?.body.status).toBe('user_limit_reached');
  expect(await seats()).toMatchObject({ used: 3, limit: 10, tree: 4, left: 0 });
  // A unit still fills the seats that it was promised.
  for (let n = 0; n < 6; n += 1) await makeUser(unit);
  await expect(makeUser(unit)).rejects.toThrow();
});

test('a unit that has chosen nothing invites new people, as its form says, also after its form was posted back', async () => {
  const { admin } = await unit();
  const form = async () => (await admin.get('/api/auth/config/getConfig')).body.config;
  const invites = async () => (await admin.get(`${base}/choices`)).body.invites;
  expect([(await form()).send_email_register_user, await invites()]).toEqual(['S', true]);
  expect((await admin.post(base, minimal())).body.invited).toBe(true);
  expect((await admin.post('/api/auth/config/update', await form())).status).toBe(200);
  expect(await invites()).toBe(true);
});

test('an invitation is sent if the unit or the form says so; until acceptance nothing is revealed of an account', async () => {
  const { tenant, admin } = await unit({ settings: { send_email_register_user: 'S' } });
  const [one, two] = [await admin.post(base, minimal()), await admin.post(base, minimal({ email: 'b@rocha.test', invite: 'N' }))];
  expect([one.body.invited, two.body.invited]).toEqual([true, false]);
  expect(await query("select body->>'user_id' as id from outbox where tenant_id = $1 and kind = 'account.invite'", [tenant.id])).toEqual([
    { id: one.body.id },
  ]);
  const { body } = await admin.get(`${base}/${one.body.id}`);
  expect(body).toMatchObject({ invitation: 'sent', sessions: [], devices: 0, lastSignInAt: null });
  expect((await admin.post(`${base}/${two.body.id}/invite`)).status).toBe(200);
  const known = await makeUser(tenant);
  expect(await admin.post(`${base}/${known.id}/invite`)).toMatchObject({ status: 409, body: { status: 'already_accepted' } });
});

test('a change needs the current version and is kept in the history with old and new values', async () => {
  const { admin, person } = await unit();
  const { body } = await admin.post(base, minimal({ department: 'Compras', flags: ['notify'] }));
  const edit = {
    version: 1,
    ...minimal({ department: 'Vendas', flags: ['notify', 'edit_reports'], position: 'other', positionOther: 'Sócia' }),
  };
  expect(await admin.put(`${base}/${body.id}`, edit)).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await admin.put(`${base}/${body.id}`, edit)).toMatchObject({ status: 409, body: { status: 'changed_meanwhile' } });
  const history = await admin.get(`${base}/${body.id}/history`);
  expect(history.body.items[0]).toMatchObject({
    what: 'user.edit',
    who: 'Ana Nunes',
    actor: null,
    before: { department: 'Compras', position: null },
    after: { department: 'Vendas', position: 'Sócia', flags: ['notify', 'edit_reports'] },
  });
  expect(Object.keys(history.body.items[0].before)).not.toContain('email');
  expect((await admin.get(`${base}/${body.id}`)).body).toMatchObject({ position: 'other', positionOther: 'Sócia', addedBy: person.name });
});

test('the address of a user who has accepted is changed only by detaching the account', async () => {
  const { tenant, admin } = await unit();
  const person = await makeUser(tenant, { name: 'Bruna Reis' });
  const own = await getApi(harness, tenant, person);
  const edit = { version: 1, ...minimal({ name: 'Bruna Reis', email: 'new@rocha.test' }) };
  expect(await admin.put(`${base}/${person.id}`, edit)).toMatchObject({
    status: 409,
    body: { status: 'email_of_account', field: 'email' },
  });
  expect(await admin.put(`${base}/${person.id}`, { ...edit, reinvite: true })).toMatchObject({ status: 200, body: { invited: true } });
  expect((await query('select account_id from users where id = $1', [person.id]))[0]).toEqual({ account_id: null });
  expect((await own.get('/api/auth/dashboard')).status).toBe(401);
});

test('a blocked user is refused at the next call and old sessions stay ended', async () => {
  const { tenant, admin } = await unit();
  const person = await makeUser(tenant);
  const own = await getApi(harness, tenant, person);
  expect(await admin.put(`${base}/${person.id}/status`, { action: 'block', reason: 'Férias' })).toMatchObject({ body: { status: 'B' } });
  expect((await own.get('/api/auth/dashboard')).status).toBeGreaterThanOrEqual(401);
  expect(await admin.put(`${base}/${person.id}/status`, { action: 'block' })).toMatchObject({ body: { status: 'changed_meanwhile' } });
  expect((await admin.get(`${base}/${person.id}`)).body).toMatchObject({ status: 'B', statusReason: 'Férias' });
  await admin.put(`${base}/${person.id}/status`, { action: 'unblock' });
  expect((await own.get('/api/auth/dashboard')).status).toBe(401);
});

test('users cannot block, demote or remove themselves, and the last administrator stays', async () => {
  const { tenant, admin, person } = await unit();
  expect(await admin.put(`${base}/${person.id}/status`, { action: 'block' })).toMatchObject({
    status: 409,
    body: { status: 'own_person' },
  });
  expect(await admin.post(`${base}/${person.id}/remove`, { typed: 'ANA_NUNES' })).toMatchObject({ body: { status: 'own_person' } });
  expect(await admin.put(`${base}/${person.id}`, { version: 1, ...minimal({ email: person.email }) })).toMatchObject({
    body: { status: 'own_person', field: 'profile' },
  });
  const second = await makeUser(tenant, { profile: 'admin', name: 'Beto Dias' });
  const other = await getApi(harness, tenant, second);
  expect((await other.put(`${base}/${person.id}/status`, { action: 'deactivate' })).status).toBe(200);
  expect((await other.get(`${base}/${second.id}`)).body.refusals).toContainEqual({ action: 'block', reason: 'own_person' });
});

test('a removed user disappears at once, the address is free, and a restore within thirty days returns everything', async () => {
  const { tenant, admin } = await unit();
  const person = await makeUser(tenant, { name: 'Bruna Reis', email: `bruna-${tenant.id.slice(0, 8)}@reis.test` });
  const group = await makeUserGroup(tenant, { name: 'Regional Sul', members: [person] });
  const report = await makeReport(tenant);
  await makeGrant(tenant, report, person);
  const own = await getApi(harness, tenant, person);
  expect(await admin.post(`${base}/${person.id}/remove`, { typed: 'BRUNA' })).toMatchObject({ status: 422, body: { field: 'typed' } });
  expect((await admin.post(`${base}/${person.id}/remove`, { typed: 'BRUNA_REIS' })).status).toBe(200);
  expect((await own.get('/api/auth/dashboard')).status).toBeGreaterThanOrEqual(401);
  expect((await api(harness, tenant).post('/api/login', { email: person.email, password: 'x' })).body.status).toBe(
    'error_user_or_password',
  );
  expect(
    await query('select 1 from grants where user_id = $1 union all select 1 from user_group_members where user_id = $1', [person.id]),
  ).toEqual([]);
  expect(names(await admin.get(base))).toEqual(['Ana Nunes']);
  expect((await admin.get(`${base}?removed=1`)).body).toMatchObject({ items: [{ id: person.id }], counts: { removed: 1, all: 1 } });
  const again = await admin.post(base, minimal({ email: person.email }));
  expect(again.status).toBe(200);
  expect(await admin.post(`${base}/${person.id}/restore`)).toMatchObject({ status: 409, body: { status: 'email_taken' } });
  await admin.post(`${base}/${again.body.id}/remove`, { typed: 'ELISA_ROCHA' });
  expect(await admin.post(`${base}/${person.id}/restore`)).toMatchObject({ status: 200, body: { status: 'A' } });
  expect((await admin.get(`${base}/${person.id}`)).body).toMatchObject({
    groups: [{ id: group.id, name: 'Regional Sul' }],
    counts: { grants: 1 },
    invitation: 'accepted',
  });
  await getApi(harness, tenant, person);
});

test('a copy has the groups, permissions, identity and grants of the original, and no personal data', async () => {
  const { tenant, admin } = await unit();
  const person = await makeUser(tenant, { flags: ['edit_reports'], rlsUsername: 'sul', rlsRoles: ['Loja'] });
  const group = await makeUserGroup(tenant, { name: 'Sul', members: [person] });
  const report = await makeReport(tenant);
  await makeGrant(tenant, report, person);
  const { body, status } = await admin.post(`${base}/${person.id}/duplicate`, { name: 'Cópia', email: 'copia@rocha.test' });
  expect(status).toBe(200);
  expect((await admin.get(`${base}/${body.id}`)).body).toMatchObject({
    ...{
      name: 'Cópia',
      flags: ['edit_reports'],
      rlsUsername: 'sul',
      rlsRoles: ['Loja'],
      phone: null,
      invitation: 'sent',
      lastSignInAt: null,
    },
    ...{ groups: [{ id: group.id, name: 'Sul' }], counts: { grants: 1 } },
  });
  const grants = await admin.get(`/api/auth/reports/${report.id}/grants`);
  expect(grants, grants.text).toMatchObject({ status: 200, body: { total: 2 } });
});

test('copies of one user to the same address at once: one is added and recorded', async () => {
  const { tenant, admin } = await unit();
  const person = await makeUser(tenant, { name: 'Bruna Reis', flags: ['edit_reports'], status: 'T' });
  await query("update users set expires_at = now() - interval '1 day' where id = $1", [person.id]);
  await makeUserGroup(tenant, { name: 'Sul', members: [person] });
  const fields = { name: 'Cópia', email: 'copia@rocha.test', invite: 'S' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => admin.post(`${base}/${person.id}/duplicate`, fields)));
  const [added, ...others] = answers.toSorted((a, b) => a.status - b.status);
  expect(added).toMatchObject({ status: 200, body: { version: 1, invited: true } });
  expect(others.map(({ body }) => body.status)).toEqual(Array(5).fill('email_taken'));
  expect(await query("select row_id, change from audit where tenant_id = $1 and what = 'user.duplicate'", [tenant.id])).toEqual([
    {
      row_id: added?.body.id,
      change: {
        before: { from: 'Bruna Reis' },
        after: {
          ...{ name: 'Cópia', email: 'copia@rocha.test', phone: null, profile: 'user', status: 'T', flags: ['edit_reports'] },
          ...{ department: null, position: null, language: null, expiresAt: null, accessHours: null, ipExempt: false, allowRemote: false },
          ...{ homePage: null, homeReport: null, theme: null, rlsUsername: null, rlsRoles: [], custom: {}, groups: ['Sul'] },
        },
      },
    },
  ]);
  expect(await query("select body from outbox where tenant_id = $1 and kind = 'account.invite'", [tenant.id])).toEqual([
    { body: { user_id: added?.body.id } },
  ]);
});
