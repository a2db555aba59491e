import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoTenant } from '../demo/catalog.ts';
import { type ReportService, startReportService } from './server.ts';
import { client, type Registered } from './test-client.ts';

let service: ReportService;
let api: ReturnType<typeof client>;
let who: Registered;
beforeAll(async () => {
  service = await startReportService({ port: 0, now: () => Date.parse('2026-11-20T12:14:00Z') });
  api = client(service.url);
  who = await api.register();
});
afterAll(() => service.close());

const names = (list: { name: string }[]) => list.map(({ name }) => name);

test('a regional identity gets the rows of its region and no other name', async () => {
  const { token } = await api.mint(who, who.guarded, { username: 'Sul', roles: ['Regional'] });
  const { reply } = await api.query(who.guarded.reportId, token);
  expect(names(reply.answer.slices.region)).toEqual(['Sul']);
  expect(reply.answer.options.region).toEqual(['Sul']);
  expect(reply.answer.slices.member.every(({ of }) => of === 'Sul')).toBe(true);
  expect(JSON.stringify(reply)).not.toContain('Sudeste');
});

test('asking for another region under a regional identity gives nothing', async () => {
  const { token } = await api.mint(who, who.guarded, { username: 'Sul', roles: ['Regional'] });
  const { reply } = await api.query(who.guarded.reportId, token, { filters: [{ column: 'region', operator: 'In', values: ['Norte'] }] });
  expect(reply.answer.total.now[0]).toBe(0);
});

test('roles add up: a role without a filter beside a regional one sees everything', async () => {
  const one = await api.mint(who, who.guarded, { username: 'Sul', roles: ['Regional'] });
  const both = await api.mint(who, who.guarded, { username: 'Sul', roles: ['Regional', 'Diretoria'] });
  const sum = async (token: string) => (await api.query(who.guarded.reportId, token)).reply.answer.total.now[0];
  expect(await sum(both.token)).toBeGreaterThan((await sum(one.token)) * 3);
});

test('a regional identity of a region that does not exist sees no rows', async () => {
  const { token } = await api.mint(who, who.guarded, { username: 'Atlântida', roles: ['Regional'] });
  const { reply } = await api.query(who.guarded.reportId, token);
  expect(reply.answer.options).toMatchObject({ region: [], channel: [], member: [] });
  expect(reply.answer.total.now).toEqual([0, 0, 0, 0, 0, 0]);
});

test('filters narrow the figures and the parts add up to the whole', async () => {
  const { token } = await api.mint(who, who.plain);
  const all = (await api.query(who.plain.reportId, token)).reply.answer;
  const some = (await api.query(who.plain.reportId, token, { filters: [{ column: 'channel', operator: 'In', values: ['Atacado'] }] })).reply
    .answer;
  expect(names(some.slices.channel)).toEqual(['Atacado']);
  expect(some.total.now[0]).toBeCloseTo(all.slices.channel.find(({ name }) => name === 'Atacado')?.now[0] ?? 0, 3);
  for (const slices of Object.values(all.slices))
    expect(slices.reduce((sum, slice) => sum + slice.now[0], 0)).toBeCloseTo(all.total.now[0], 3);
  expect(all.daily.reduce((sum, day) => sum + day.sums[0], 0)).toBeCloseTo(all.total.now[0], 3);
});

test('a report shows the same figures after every start', async () => {
  const again = await startReportService({ port: 0, now: () => Date.parse('2026-11-20T12:14:00Z') });
  const { appId, directoryId, secret } = demoTenant('vertice').account;
  const report = demoTenant('vertice').reports.find(({ key }) => key === 'mix-de-produtos')?.service;
  if (!report) throw new Error('The demo has lost a report');
  const total = async (url: string) => {
    const own = client(url);
    const { token } = await own.mint({ ...who, appId, directoryId, secret }, report);
    return (await own.query(report.reportId, token)).reply.answer.total.now;
  };
  expect(await total(again.url)).toEqual(await total(service.url));
  await again.close();
});

test('a token opens only its own report, and only until it expires', async () => {
  const { token } = await api.mint(who, who.plain, undefined, { lifetimeInMinutes: 1 });
  expect((await api.query(who.guarded.reportId, token)).status).toBe(403);
  expect((await api.query(who.plain.reportId, `${token}x`)).status).toBe(401);
  expect((await api.query(who.plain.reportId, await api.bearer(who))).status).toBe(401);
  await api.post('/__sim/clock', { advanceMs: 61_000 });
  expect(await api.query(who.plain.reportId, token)).toMatchObject({ status: 403, reply: { error: { code: 'TokenExpired' } } });
});

test('the frame allows only loopback portals and scripts of its own', async () => {
  const response = await fetch(`${service.url}/reportEmbed?reportId=x`);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain('frame-ancestors http://localhost:* http://*.localhost:* http://127.0.0.1:*');
  expect(await response.text()).toContain('<html lang="en-US">');
  // The first request on a machine builds the page.
});
