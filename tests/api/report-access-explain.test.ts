import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Profile } from '../../domain/access/profile.ts';
import { getSession, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeOnCatalog, makeRequest } from '../support/make-catalog.ts';
import { makeGrant, makeGroup, makeReport, makeSubgroup, makeUserGroup, makeWindow } from '../support/make-content.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type UserOptions } from '../support/make-user.ts';

const harness = useHarness();
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
type Line = { topic: string; code: string; effect: string; name: string | null; until: string | null; change: unknown };
type Person = { user: { id: string; email: string }; client: Api; profile: Profile };

async function person(tenant: Tenant, who: UserOptions = {}): Promise<Person> {
  const profile = who.profile ?? 'user';
  const user = await makeUser(tenant, who);
  const { token } = await getSession(tenant, user, profile, { flags: who.flags ?? [] });
  return { user, client: api(harness, tenant, token), profile };
}
/** A tenant with one report at the service, granted to no one, an administrator and an ordinary user. */
async function scene(needsIdentity = false) {
  const tenant = await makeTenant();
  const principal = await makePrincipal({ roles: needsIdentity ? { Regional: 'region' } : {} });
  const report = await makeEmbeddable(tenant, principal, { needsIdentity, needsRoles: needsIdentity, grantTo: [] });
  const [admin, ana] = [await person(tenant, { profile: 'admin', name: 'Ada Chefe' }), await person(tenant, { name: 'Ana Nunes' })];
  const why = (who: { id: string }, what: { id: string } = report) =>
    admin.client.get(`/api/auth/access/explain?user=${who.id}&report=${what.id}`);
  return { tenant, report, admin, ana, why };
}
type Scene = Awaited<ReturnType<typeof scene>>;
const getCodes = (lines: Line[], effect?: string) => lines.filter((line) => !effect || line.effect === effect).map((line) => line.code);

const set = (table: 'reports' | 'users', change: string, id: string) => query(`update ${table} set ${change} where id = $1`, [id]);
const putInto = async ({ tenant, report }: Scene, options: Parameters<typeof makeGroup>[1], sub?: Parameters<typeof makeGroup>[1]) => {
  const group = await makeGroup(tenant, options);
  const subgroup = sub ? await makeSubgroup(tenant, group, sub) : null;
  await query('update reports set group_id = $2, subgroup_id = $3 where id = $1', [report.id, group.id, subgroup?.id ?? null]);
  return { group, subgroup };
};
const window =
  (target: 'report' | 'unit', more: { exceptAdmin?: boolean; blocks?: boolean } = {}) =>
  async (of: Scene) => {
    const targetId = target === 'report' ? of.report.id : null;
    await makeWindow(of.tenant, { target, targetId, startsAt: inHours(-1), endsAt: inHours(1), ...more });
  };
const toAna = (of: Scene, more: Parameters<typeof makeGrant>[3] = {}) => makeGrant(of.tenant, of.report, of.ana.user, more);
const regional = { username: 'Sul', roles: ['Regional'] };

type Situation = { needsIdentity?: boolean; make: readonly ((of: Scene) => Promise<unknown>)[]; closes: readonly string[] };
/** The situations of a user and a report; the explanation and viewing must agree in each. */
const situations: Record<string, Situation> = {
  'no grant': { make: [], closes: ['no_path'] },
  'a personal grant': { make: [toAna], closes: [] },
  'an expired grant': { make: [(of) => toAna(of, { validUntil: '2026-01-02T00:00:00Z' })], closes: ['no_path'] },
  'a grant to everyone': { make: [({ tenant, report }) => makeGrant(tenant, report, null)], closes: [] },
  'a grant to one of the user’s groups': {
    make: [
      async ({ tenant, report, ana }) =>
        makeGrant(tenant, report, await makeUserGroup(tenant, { name: 'Sul', members: [ana.user] }), { toGroup: true }),
    ],
    closes: [],
  },
  'a grant to another group': {
    make: [async ({ tenant, report }) => makeGrant(tenant, report, await makeUserGroup(tenant), { toGroup: true })],
    closes: ['no_path'],
  },
  'a grant to a deleted group': {
    make: [
      async ({ tenant, report, ana }) => {
        const team = await makeUserGroup(tenant, { members: [ana.user] });
        await makeGrant(tenant, report, team, { toGroup: true });
        await query('update user_groups set deleted_at = now() where id = $1', [team.id]);
      },
    ],
    closes: ['no_path'],
  },
  'a hidden report': {
    make: [toAna, (of) => set('reports', 'hidden = true', of.report.id)],
    closes: ['report_hidden'],
  },
  'a hidden group': { make: [toAna, (of) => putInto(of, { hidden: true })], closes: ['place_hidden'] },
  'a group for everyone': { make: [toAna, (of) => putInto(of, {})], closes: [] },
  'a group for the user': { make: [toAna, (of) => putInto(of, { viewers: [of.ana.user] })], closes: [] },
  'a group for others': { make: [toAna, (of) => putInto(of, { viewers: [of.admin.user] })], closes: ['place_closed'] },
  'a sub-group for others': {
    make: [toAna, (of) => putInto(of, {}, { viewers: [of.admin.user] })],
    closes: ['place_closed'],
  },
  'a deleted group for others': {
    make: [
      async (of) => {
        await toAna(of);
        const { group } = await putInto(of, { viewers: [of.admin.user] });
        await query('update groups set deleted_at = now() where id = $1', [group.id]);
      },
    ],
    closes: ['place_closed'],
  },
  'a group for others, given by the catalog': {
    make: [
      async (of) => {
        const { id } = await toAna(of);
        await query("update grants set source = 'catalog' where id = $1", [id]);
        await putInto(of, { viewers: [of.admin.user] });
      },
    ],
    closes: [],
  },
  'maintenance of the report': { make: [toAna, window('report')], closes: ['maintenance_on'] },
  'maintenance without exemptions': {
    make: [toAna, window('unit', { exceptAdmin: false })],
    closes: ['maintenance_on'],
  },
  'a window that only warns': { make: [toAna, window('unit', { blocks: false })], closes: [] },
  'no identity': { needsIdentity: true, make: [toAna], closes: ['identity_missing'] },
  'an identity without roles': {
    needsIdentity: true,
    make: [toAna, (of) => set('users', "rls_username = 'Sul'", of.ana.user.id)],
    closes: ['identity_no_roles'],
  },
  'an identity from a missing value': {
    needsIdentity: true,
    make: [(of) => toAna(of, { identity: { username: '{{cf_loja}}', roles: ['Regional'] } })],
    closes: ['identity_no_value'],
  },
  'the user’s own identity': {
    needsIdentity: true,
    make: [toAna, (of) => set('users', "rls_username = 'Sul', rls_roles = '{Regional}'", of.ana.user.id)],
    closes: [],
  },
  'an identity from the grant': { needsIdentity: true, make: [(of) => toAna(of, { identity: regional })], closes: [] },
  'a blocked user': { make: [toAna, (of) => set('users', "status = 'B'", of.ana.user.id)], closes: ['person_B'] },
  'an inactive user': { make: [toAna, (of) => set('users', "status = 'I'", of.ana.user.id)], closes: ['person_I'] },
  'a disabled service account': {
    make: [toAna, (of) => query('update service_accounts set disabled = true where tenant_id = $1', [of.tenant.id])],
    closes: ['service_account'],
  },
  'a report deleted at the service': {
    make: [toAna, (of) => set('reports', 'embed_url = null', of.report.id)],
    closes: ['service_missing'],
  },
};

describe('the explanation agrees with viewing', () => {
  test.each(Object.entries(situations))('with %s', async (_, { needsIdentity = false, make, closes }) => {
    const of = await scene(needsIdentity);
    for (const step of make) await step(of);
    const { status, body, text } = await of.why(of.ana.user);
    expect(status, text).toBe(200);
    expect(getCodes(body.lines, 'closes')).toEqual(closes);
    const seen = await of.ana.client.post(`/api/auth/reports/${of.report.id}/embed`);
    expect([body.sees, body.answer], seen.text).toEqual(seen.status === 200 ? [true, null] : [false, seen.body.status]);
    // The list of who sees the report agrees, for every user in one of its views.
    const { items } = (await of.admin.client.get(`/api/auth/reports/${of.report.id}/sight?view=seeing&search=ana`)).body;
    if (!closes.some((code) => code.startsWith('service')))
      expect(items.filter((row: { reasons: unknown[] }) => row.reasons.length === 0)).toHaveLength(body.sees ? 1 : 0);
    expect(body.reasons.length === 0).toBe(body.sees || closes.some((code) => code.startsWith('service')));
  });

  test('for an administrator, who is not limited by grants and groups, and may be exempt from maintenance', async () => {
    const of = await scene();
    await putInto(of, { viewers: [of.ana.user] });
    await window('unit')(of);
    const answers = async () => {
      const { body } = await of.why(of.admin.user);
      const seen = await of.admin.client.post(`/api/auth/reports/${of.report.id}/embed`);
      expect([body.sees, body.answer]).toEqual(seen.status === 200 ? [true, null] : [false, seen.body.status]);
      return body;
    };
    expect(getCodes((await answers()).lines)).toEqual(
      expect.arrayContaining(['administrator', 'place_administrator', 'maintenance_spared']),
    );
    await window('report', { exceptAdmin: false })(of);
    expect(getCodes((await answers()).lines, 'closes')).toEqual(['maintenance_on']);
    await set('reports', 'hidden = true', of.report.id);
    expect(await answers()).toMatchObject({ answer: 'not_found', reasons: ['report_hidden', 'maintenance'] });
  });

  test('if hidden_menu hides the only screens on which the user can view reports', async () => {
    const { tenant, report, ana } = await scene();
    await makeGrant(tenant, report, ana.user);
    const chief = await makeUser(tenant, { profile: 'admin' });
    const under = async (hidden: string[]) => {
      const [asks, looks] = [await getSession(tenant, chief, 'admin', { hidden }), await getSession(tenant, ana.user, 'user', { hidden })];
      const { body } = await api(harness, tenant, asks.token).get(`/api/auth/access/explain?user=${ana.user.id}&report=${report.id}`);
      const seen = await api(harness, tenant, looks.token).post(`/api/auth/reports/${report.id}/embed`);
      expect([body.sees, body.answer], seen.text).toEqual(seen.status === 200 ? [true, null] : [false, seen.body.status]);
      return body;
    };
    expect(await under(['playlists'])).toMatchObject({ sees: true });
    // Without report management there is no other screen that shows a report.
    const body = await under(['reports/view']);
    expect(body.answer).toBe('function_disabled');
    expect(getCodes(body.lines, 'closes')).toEqual(['screen_hidden']);
  });

  test('for an external link, which depends on neither service nor identity', async () => {
    const { tenant, ana, why } = await scene();
    const link = await makeReport(tenant, { kind: 'external', externalUrl: 'https://example.com/painel', grantTo: [ana.user] });
    const { body } = await why(ana.user, link);
    expect(body).toMatchObject({ sees: true, report: { kind: 'external' } });
    expect(getCodes(body.lines)).not.toEqual(expect.arrayContaining(['service_ready']));
    expect((await ana.client.get(`/api/auth/reports/${link.id}`)).body.external.url).toBe('https://example.com/painel');
  });
});

describe('an explanation', () => {
  test('names every path and where to change it, including paths that don’t lead to the report', async () => {
    const { tenant, report, ana, why } = await scene(true);
    const team = await makeUserGroup(tenant, { name: 'Regional Sul', members: [ana.user] });
    const own = await makeGrant(tenant, report, ana.user, { identity: regional, filters: [{}], validUntil: '2090-01-01T03:00:00Z' });
    const given = await makeGrant(tenant, report, team, { toGroup: true });
    const all = await makeGrant(tenant, report, null, { validUntil: '2026-01-02T00:00:00Z' });
    const { body } = await why(ana.user);
    expect(body).toMatchObject({ person: { name: 'Ana Nunes' }, report: { id: report.id }, sees: true, identity: regional, filters: 1 });
    expect(body.lines.filter((line: Line) => line.topic === 'access')).toEqual([
      {
        topic: 'access',
        code: 'grant_user',
        effect: 'opens',
        name: null,
        until: '2090-01-01T03:00:00.000Z',
        change: { kind: 'grant', id: own.id },
      },
      {
        topic: 'access',
        code: 'grant_group',
        effect: 'opens',
        name: 'Regional Sul',
        until: null,
        change: { kind: 'userGroup', id: team.id },
      },
      {
        topic: 'access',
        code: 'grant_everyone_ended',
        effect: 'aside',
        name: null,
        until: '2026-01-02T00:00:00.000Z',
        change: { kind: 'grant', id: all.id },
      },
    ]);
    expect(body.lines.at(-1)).toMatchObject({ code: 'identity_user', name: 'Sul', change: { kind: 'grant', id: own.id } });
    await query('delete from grants where id = $1', [own.id]);
    expect((await why(ana.user)).body).toMatchObject({ sees: false, answer: 'rls_identity_missing', filters: 0 });
    expect(given.id).toBeTruthy();
  });

  test('includes hours and addresses, which are enforced at sign-in and not here', async () => {
    const { tenant, report, ana, why } = await scene();
    await makeGrant(tenant, report, ana.user);
    const asides = async () => {
      const { lines } = (await why(ana.user)).body;
      return [...getCodes(lines, 'aside'), ...getCodes(lines, 'door')];
    };
    expect(await asides()).toEqual(['hours_none', 'address_any']);
    const always = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59' }];
    await query("update users set access_hours = $2::jsonb, expires_at = '2090-01-01' where id = $1", [
      ana.user.id,
      JSON.stringify(always),
    ]);
    await query(
      'insert into settings (tenant_id, "values") values ($1, $2) on conflict (tenant_id) do update set "values" = excluded."values"',
      [tenant.id, JSON.stringify({ ip: 'S', listIp: ['203.0.113.7'] })],
    );
    expect((await asides()).filter((code) => code !== 'hours_outside')).toEqual(expect.arrayContaining(['person_ends', 'address_listed']));
    const day = new Date(Date.now() + 2 * 86_400_000).getUTCDay() || 7;
    await query('update users set access_hours = $2::jsonb, ip_exempt = true, account_id = null where id = $1', [
      ana.user.id,
      JSON.stringify([{ days: [day], from: '10:00', to: '10:01' }]),
    ]);
    expect(await asides()).toEqual(['person_invited', 'person_ends', 'hours_outside', 'address_exempt']);
    expect((await why(ana.user)).body.sees).toBe(true);
  });

  test('mentions, for a user without a path, that the catalog offers the report or that a request is pending', async () => {
    const { tenant, ana, why } = await scene();
    const offered = await makeOnCatalog(tenant, {});
    expect(getCodes((await why(ana.user, offered)).body.lines, 'aside')).toContain('catalog_offered');
    await makeRequest(tenant, offered, ana.user);
    const { lines } = (await why(ana.user, offered)).body;
    expect(lines.find((line: Line) => line.topic === 'catalog')).toMatchObject({ code: 'catalog_pending', change: { kind: 'catalog' } });
  });

  test('is for administrators; missing, foreign and removed users or reports all answer “not found”', async () => {
    const { tenant, report, ana, admin, why } = await scene();
    const elsewhere = await makeTenant();
    const stranger = await makeUser(elsewhere);
    const foreign = await makeReport(elsewhere);
    const path = (user: string, what: string) => `/api/auth/access/explain?user=${user}&report=${what}`;
    expect((await ana.client.get(path(ana.user.id, report.id))).body).toMatchObject({
      status: 'not_permitted',
      vars: { action: 'grants.manage' },
    });
    const missing = [];
    for (const [user, what] of [
      [stranger.id, report.id],
      [randomUUID(), report.id],
      [ana.user.id, foreign.id],
      [ana.user.id, randomUUID()],
    ] as const)
      missing.push(await admin.client.get(path(user, what)));
    await query("update users set status = 'D', deleted_at = now() where id = $1", [ana.user.id]);
    missing.push(await why(ana.user));
    for (const answer of missing) expect(answer, answer.text).toMatchObject({ status: 404, body: { status: 'not_found' } });
    expect(new Set(missing.map((answer) => JSON.stringify({ ...answer.body, requestId: null }))).size).toBe(1);
    expect((await api(harness, tenant).get(path(ana.user.id, report.id))).status).toBe(401);
  });

  test.each([
    ['', 'user'],
    ['user=x&report=x', 'user'],
    [`user=${randomUUID()}`, 'report'],
    [`user=${randomUUID()}&report=1`, 'report'],
    [`user=${randomUUID()}&report=${randomUUID()}&as=admin`, 'as'],
  ])('asked with "%s" is refused at the field %s', async (words, field) => {
    const { admin } = await scene();
    expect(await admin.client.get(`/api/auth/access/explain?${words}`)).toMatchObject({ status: 422, body: { field } });
  });
});

test('covers any user, including blocked ones, but no user groups', async () => {
  const { tenant, admin } = await scene();
  await makeUserGroup(tenant, { name: 'Zeladoria' });
  await makeUser(tenant, { name: 'Zélia Bloqueada', status: 'B' });
  const gone = await makeUser(tenant, { name: 'Zenaide Removida' });
  await query("update users set status = 'D', deleted_at = now() where id = $1", [gone.id]);
  const names = async (words: string) =>
    (await admin.client.get(`/api/auth/grant-subjects?${words}`)).body.subjects.map((each: { name: string }) => each.name);
  expect(await names('q=ze')).toEqual(['Zeladoria']);
  expect(await names('q=ze&who=anyone')).toEqual(['Zélia Bloqueada']);
  expect((await admin.client.get('/api/auth/grant-subjects?q=ze&who=all')).status).toBe(422);
});

describe('a refusal by the service', () => {
  const lojas = { username: 'Sul', roles: ['Lojas'] };
  test('appears in the explanation and the lists until the service accepts the identity again', async () => {
    const of = await scene(true);
    const grant = await toAna(of, { identity: lojas });
    const refused = await of.ana.client.post(`/api/auth/reports/${of.report.id}/embed`, {});
    expect(refused).toMatchObject({ status: 502, body: { status: 'report_identity_refused' } });
    const told = await expect
      .poll(async () => (await of.why(of.ana.user)).body)
      .toMatchObject({ sees: false, answer: 'report_identity_refused', reasons: ['service_refused'] })
      .then(() => of.why(of.ana.user));
    const [line] = (told.body.lines as Line[]).filter(({ effect }) => effect === 'closes');
    expect(line).toMatchObject({ topic: 'identity', code: 'identity_refused', change: { kind: 'grant', id: grant.id } });
    expect(line?.name).toContain('The role Lojas');
    const seen = async (view: string) =>
      (await of.admin.client.get(`/api/auth/reports/${of.report.id}/sight?view=${view}`)).body.items.map(
        ({ name }: { name: string }) => name,
      );
    expect(await seen('seeing')).not.toContain('Ana Nunes');
    expect(await seen('unidentified')).toContain('Ana Nunes');

    await query('update grants set identity = $2 where id = $1', [grant.id, JSON.stringify(regional)]);
    expect((await of.why(of.ana.user)).body).toMatchObject({ sees: true, answer: null, reasons: [] });
    expect(await seen('seeing')).toContain('Ana Nunes');
  });

  test('does not blame the identity when the service is only busy', async () => {
    const of = await scene(true);
    await toAna(of, { identity: regional });
    await of.ana.client.post(`/api/auth/reports/${of.report.id}/embed`, {});
    expect((await of.why(of.ana.user)).body).toMatchObject({ sees: true, answer: null });
  });
});

test('names a missing role only if nothing else is wrong', async () => {
  const of = await scene(true);
  await toAna(of, { identity: { username: 'Sul', roles: [] } });
  const { body } = await of.why(of.ana.user);
  expect(body).toMatchObject({ sees: false, answer: 'rls_identity_missing', reasons: ['no_role'] });
});
