import { pick } from '../../domain/fields/fields.ts';
import { type GroupTexts, textNames } from '../../domain/report-groups/fields.ts';
import { fold, searchWords } from '../../domain/text/fold.ts';
import { toSnakeCase } from '../../domain/text/snake-case.ts';
import { GROUP_HUES } from '../../domain/themes/hues.ts';
import { listPages } from '../powerbi/model/definition.ts';
import { demoId } from './catalog/build.ts';
import { type DemoGroup, type DemoReport, type DemoTenant, getDataset } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { valuesOfReport } from './rows-of-custom.ts';
import { getViewers, idOfPerson } from './rows-of-tenant.ts';
import { type Clock, day } from './times.ts';

/** The texts by the names of their columns. */
const getColumns = (texts: GroupTexts): Record<string, string> =>
  Object.fromEntries(textNames.map((name) => [toSnakeCase(name), texts[name]]));

export function groupRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.groups.map((group, index) => ({
    tenant_id: tenant.id,
    id: group.id,
    name: group.name,
    sort_key: fold(group.name),
    ...getColumns(group),
    owner_id: idOfPerson(tenant, group.owner),
    hue: index % GROUP_HUES.length,
    position: index,
    created_at: madeAt(tenant, index, clock),
  }));
}

export function subgroupRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.groups.flatMap((group, groupIndex) =>
    group.subgroups.map((subgroup, index) => ({
      tenant_id: tenant.id,
      id: subgroup.id,
      group_id: group.id,
      name: subgroup.name,
      sort_key: fold(subgroup.name),
      ...getColumns(subgroup),
      position: index,
      audience: subgroup.viewers ? 'chosen' : 'everyone',
      created_at: madeAt(tenant, groupIndex, clock, 9 + index * 4),
    })),
  );
}

// Groups were made in the tenant's first days, one after the other.
const madeAt = (tenant: DemoTenant, index: number, clock: Clock, later = 0) =>
  clock.ago((tenant.createdDaysAgo - 1) * day - index * 25 - later);

export function viewerRows(tenant: DemoTenant): Rows {
  const chosen = tenant.groups.flatMap((group) => group.subgroups.filter((subgroup) => subgroup.viewers !== null));
  return chosen.flatMap((subgroup) =>
    getViewers(tenant, subgroup.viewers ?? []).map((person) => ({ tenant_id: tenant.id, target_id: subgroup.id, user_id: person.id })),
  );
}

/** The history of every group begins with who made it. */
export function auditRows(tenant: DemoTenant, clock: Clock): Rows {
  const row = (what: string, owner: string, id: string, at: string, after: Record<string, unknown>) => {
    const change = { after: { viewers: 0, audience: 'everyone', ...after } };
    return {
      tenant_id: tenant.id,
      id: demoId(`audit/${id}`),
      at,
      user_id: idOfPerson(tenant, owner),
      home_id: tenant.id,
      what,
      row_id: id,
      change,
    };
  };
  return tenant.groups.flatMap((group, index) => [
    row('group.add', group.owner, group.id, madeAt(tenant, index, clock), { name: group.name, ...pick(group, textNames) }),
    ...group.subgroups.map((subgroup, at) =>
      row('subgroup.add', group.owner, subgroup.id, madeAt(tenant, index, clock, 9 + at * 4), {
        name: subgroup.name,
        ...pick(subgroup, textNames),
        ...(subgroup.viewers && { audience: 'chosen', viewers: getViewers(tenant, subgroup.viewers).length }),
      }),
    ),
  ]);
}

function getGroup(tenant: DemoTenant, report: DemoReport): DemoGroup {
  const group = tenant.groups.find((candidate) => candidate.key === report.group);
  if (!group) throw new Error(`The demo has no group ${report.group} for ${report.title}`);
  return group;
}

export function reportRows(tenant: DemoTenant, clock: Clock, reportServiceUrl: string): Rows {
  return tenant.reports.map((report, index) => {
    const group = getGroup(tenant, report);
    const { service } = report;
    const options = tenant.life.options[report.key] ?? {};
    return {
      tenant_id: tenant.id,
      id: report.id,
      group_id: group.id,
      subgroup_id: group.subgroups.find((subgroup) => subgroup.key === report.subgroup)?.id ?? null,
      title: report.title,
      sort_key: fold(report.title),
      description: report.description,
      kind: service ? 'powerbi' : 'external',
      external_url: report.externalUrl,
      account_id: service && tenant.account.id,
      workspace_id: service?.workspaceId ?? null,
      service_report_id: service?.reportId ?? null,
      dataset_id: service?.datasetId ?? null,
      embed_url: service && `${reportServiceUrl}/reportEmbed?reportId=${service.reportId}&groupId=${service.workspaceId}`,
      needs_identity: report.needsRls,
      needs_roles: Object.keys(getDataset(tenant, report)?.roles ?? {}).length > 0,
      cover_kind: report.cover,
      verified: report.verified,
      hidden: report.hidden,
      tenant_colors: true,
      side_filter: report.verified,
      ...clock.getDataTimes(tenant, report),
      checked_at: clock.nowIso,
      owner_id: options.owner ? idOfPerson(tenant, options.owner) : null,
      on_catalog: options.catalog !== undefined,
      catalog_description: options.catalog ?? '',
      restriction: options.restriction ?? (report.needsRls ? 'rls' : 'none'),
      allow_edit: options.allowEdit ?? (report.verified && service !== null),
      resolution: options.resolution ?? null,
      orientation: options.orientation ?? 'auto',
      on_app: options.onApp ?? true,
      watermark: options.watermark ?? 'inherit',
      texts: options.texts ?? {},
      custom: valuesOfReport(tenant, report, index),
      pages: pagesOfReport(tenant, report.key),
      added_by_id: idOfPerson(tenant, report.addedBy),
      position: index,
      created_at: clock.addedAt(tenant, report),
    };
  });
}

/** What the service says of the pages when the report is published. */
export function pagesOfReport(tenant: DemoTenant, key: string): { name: string; displayName: string }[] {
  const report = tenant.reports.find((candidate) => candidate.key === key);
  const dataset = report && getDataset(tenant, report);
  if (!dataset) return [];
  return listPages({ subject: dataset.subject, flavour: tenant.key }, tenant.language)
    .filter(({ visibility }) => visibility === 0)
    .map(({ name, displayName }) => ({ name, displayName }));
}

export function wordRows(tenant: DemoTenant): Rows {
  return tenant.reports.flatMap((report) =>
    searchWords(
      [report, ...Object.values(tenant.life.options[report.key]?.texts ?? {})].map((text) => `${text.title} ${text.description}`).join(' '),
    ).map((word) => ({ tenant_id: tenant.id, word, report_id: report.id })),
  );
}

export function grantRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.reports.flatMap((report) => {
    const row = (subject: 'everyone' | 'user', user_id: string | null) => ({
      tenant_id: tenant.id,
      id: demoId(`grant/${report.id}/${user_id ?? subject}`),
      report_id: report.id,
      subject,
      user_id,
      created_at: clock.addedAt(tenant, report),
    });
    return report.viewers ? getViewers(tenant, report.viewers).map((person) => row('user', person.id)) : [row('everyone', null)];
  });
}

export function getReportId(tenant: DemoTenant, key: string): string {
  const report = tenant.reports.find((candidate) => candidate.key === key);
  if (!report) throw new Error(`The demo has no report ${key} in ${tenant.name}`);
  return report.id;
}

export function favoriteRows(tenant: DemoTenant): Rows {
  return tenant.people.flatMap((person) =>
    person.favorites.map((key, position) => ({ tenant_id: tenant.id, user_id: person.id, report_id: getReportId(tenant, key), position })),
  );
}

export function visitRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.people.flatMap((person) =>
    person.visits.map(({ report, page, minutesAgo, seconds }) => {
      const ended = clock.ago(minutesAgo);
      return {
        tenant_id: tenant.id,
        id: demoId(`visit/${person.id}/${report}`),
        user_id: person.id,
        report_id: getReportId(tenant, report),
        page,
        started_at: clock.ago(minutesAgo + seconds / 60),
        last_at: ended,
        ended_at: ended,
      };
    }),
  );
}
