import { expect, test } from 'vitest';
import { demoTenants, lastLoadAt, loadAt } from './catalog.ts';

const ids = demoTenants.flatMap((tenant) => [
  tenant.id,
  tenant.account.id,
  ...tenant.people.map(({ id }) => id),
  ...tenant.groups.flatMap((group) => [group.id, ...group.subgroups.map(({ id }) => id)]),
  ...tenant.datasets.map(({ id }) => id),
  ...tenant.reports.flatMap(({ id, service }) => (service ? [id, service.reportId] : [id])),
  ...tenant.unpublished.map(({ service }) => service.reportId),
  ...tenant.notices.map(({ id }) => id),
]);

test('every id of the demo is a unique UUIDv7', () => {
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('everything that a person or a report refers to exists in its tenant', () => {
  for (const { people, groups, reports, account, datasets } of demoTenants) {
    const keys = reports.map(({ key }) => key);
    const emails = people.map(({ email }) => email);
    for (const person of people)
      expect(keys).toEqual(expect.arrayContaining([...person.favorites, ...person.visits.map(({ report }) => report)]));
    for (const dataset of datasets) expect(account.workspaces.map(({ id }) => id)).toContain(dataset.workspaceId);
    for (const report of reports) {
      const group = groups.find(({ key }) => key === report.group);
      expect(group, report.title).toBeDefined();
      if (report.subgroup) expect(group?.subgroups.map(({ key }) => key)).toContain(report.subgroup);
      expect(emails).toContain(report.addedBy);
      expect(report.service === null).toBe(report.externalUrl !== null);
    }
  }
});

test('an identity uses roles that the datasets of its tenant have', () => {
  for (const { people, datasets } of demoTenants) {
    const roles = new Set(datasets.flatMap((dataset) => Object.keys(dataset.roles)));
    for (const { rls } of people) for (const role of rls?.roles ?? []) expect(roles).toContain(role);
  }
});

test('Cerrado has a dozen reports at the service and none in the portal', () => {
  const cerrado = demoTenants.find(({ key }) => key === 'cerrado');
  expect(cerrado?.reports).toEqual([]);
  expect(cerrado?.unpublished.length).toBeGreaterThanOrEqual(12);
});

test('Vértice shows 51 reports in six groups, Aurora shares some of their names', () => {
  const named = (key: string) => demoTenants.find((tenant) => tenant.key === key)?.reports.filter(({ hidden }) => !hidden) ?? [];
  expect(named('vertice')).toHaveLength(51);
  expect(named('aurora')).toHaveLength(15);
  const titles = new Set(named('vertice').map(({ title }) => title));
  expect(named('aurora').filter(({ title }) => titles.has(title)).length).toBeGreaterThan(2);
});

test('a load that keeps failing leaves the last update behind', () => {
  const plan = { everyMinutes: 1440, minuteUtc: 370, failing: 2 };
  const now = Date.parse('2026-11-20T12:14:00Z');
  expect(new Date(loadAt(plan, now)).toISOString()).toBe('2026-11-20T06:10:00.000Z');
  expect(new Date(lastLoadAt(plan, now)).toISOString()).toBe('2026-11-18T06:10:00.000Z');
});
