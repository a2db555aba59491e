import { fold } from '../../domain/text/fold.ts';
import { writeBookmark } from '../powerbi/page/bookmark.ts';
import { demoId } from './catalog/build.ts';
import type { DemoRequest, DemoView } from './catalog/life-types.ts';
import type { DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { getReportId, pagesOfReport } from './rows-of-reports.ts';
import { getViewers, idOfAnyone, idOfPerson } from './rows-of-tenant.ts';
import { type Clock, day } from './times.ts';

// User groups, requests of the catalog, views and comments: people's activity around the reports.

const groupId = (tenant: DemoTenant, name: string) => demoId(`${tenant.key}/user-group/${name}`);

export function userGroupRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.life.userGroups.map(({ name, description }, index) => ({
    ...{ tenant_id: tenant.id, id: groupId(tenant, name), name, sort_key: fold(name), description },
    created_at: clock.ago((200 - index * 40) * day),
  }));
}

export function memberRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.life.userGroups.flatMap(({ name, members }, index) =>
    getViewers(tenant, members).map((person) => ({
      ...{ tenant_id: tenant.id, user_group_id: groupId(tenant, name), user_id: person.id },
      created_at: clock.ago((199 - index * 40) * day),
    })),
  );
}

const grant = {
  ...{ user_id: null as string | null, user_group_id: null as string | null, identity: null as unknown, filters: null as unknown },
  ...{ valid_until: null as string | null, source: 'manual', granted_by_id: null as string | null, note: '' },
};

export const requestId = (tenant: DemoTenant, { report, by }: DemoRequest): string => demoId(`${tenant.key}/request/${report}/${by}`);
const until = (clock: Clock, days: number | undefined) => (days === undefined ? null : clock.ago(-days * day));

/** Grants beyond those that came with publishing: to groups of people, and by the catalog. */
export function laterGrantRows(tenant: DemoTenant, clock: Clock): Rows {
  const { userGroups, requests } = tenant.life;
  const toGroups = userGroups.flatMap(({ name, reports }) =>
    reports.map((key) => ({
      ...{
        tenant_id: tenant.id,
        id: demoId(`grant/${getReportId(tenant, key)}/${name}`),
        report_id: getReportId(tenant, key),
        subject: 'group',
      },
      // Each regional's own rows: the RLS identity belongs to the person.
      ...{ ...grant, identity: key === 'ranking-de-representantes' ? { username: '{{cf_regional}}', roles: ['Regional'] } : null },
      ...{ user_group_id: groupId(tenant, name), granted_by_id: tenant.people[0]?.id ?? null, created_at: clock.ago(60 * day) },
    })),
  );
  const ofCatalog = requests.flatMap((request) => {
    const { decision, report, by } = request;
    if (decision?.state !== 'granted') return [];
    return {
      ...{
        tenant_id: tenant.id,
        id: demoId(`grant/${requestId(tenant, request)}`),
        report_id: getReportId(tenant, report),
        subject: 'user',
      },
      ...{ ...grant, user_id: idOfAnyone(tenant, by), identity: decision.identity ?? null, filters: decision.filters ?? null },
      ...{ valid_until: until(clock, decision.validForDays), source: 'catalog', note: decision.reason ?? '' },
      ...{ granted_by_id: idOfPerson(tenant, decision.by ?? ''), created_at: clock.ago(decision.daysAgo * day) },
    };
  });
  return [...toGroups, ...ofCatalog];
}

export function requestRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.life.requests.map((request) => {
    const { report, by, justification, wishedDays, askedDaysAgo, decision } = request;
    return {
      ...{ tenant_id: tenant.id, id: requestId(tenant, request), report_id: getReportId(tenant, report), user_id: idOfAnyone(tenant, by) },
      ...{ state: decision?.state ?? 'pending', justification, wished_days: wishedDays, asked_at: clock.ago(askedDaysAgo * day) },
      decided_at: decision && clock.ago(decision.daysAgo * day),
      decided_by_id: decision?.by ? idOfPerson(tenant, decision.by) : null,
      reason: decision?.reason ?? '',
      identity: decision?.identity ?? null,
      filters: decision?.filters ?? null,
      valid_until: until(clock, decision?.validForDays),
      // A request older than ten days has had its first reminder; later ones are left to the job.
      reminded: askedDaysAgo > 10 ? 1 : 0,
    };
  });
}

const kept = ({ regions }: Pick<DemoView, 'regions'>) => ({
  ...{ filters: [], pageFilters: {} },
  chosen: { region: regions, channel: [], member: [], product: [], month: null },
});

const viewId = (tenant: DemoTenant, { report, by, name }: DemoView): string => demoId(`${tenant.key}/view/${report}/${by}/${name}`);

/** Each opens in the stand-in of the report service: its state is in the format that the stand-in captures. */
export function viewRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.life.views.map((view, index) => {
    const page = pagesOfReport(tenant, view.report)[view.page];
    if (!page) throw new Error(`The demo has no page ${view.page} in ${view.report}`);
    return {
      ...{
        tenant_id: tenant.id,
        id: viewId(tenant, view),
        report_id: getReportId(tenant, view.report),
        user_id: idOfPerson(tenant, view.by),
      },
      ...{ name: view.name, sort_key: fold(view.name), state: writeBookmark({ page: page.name, ...kept(view) }) },
      ...{ page: page.name, page_title: page.displayName, shared: view.shared ?? false, for_all: view.forAll ?? false },
      ...{ created_at: clock.ago((30 - index) * day), updated_at: clock.ago((20 - index) * day) },
    };
  });
}

const commentId = (tenant: DemoTenant, report: string, by: string, at: string) => demoId(`${tenant.key}/comment/${report}/${by}/${at}`);

export function commentRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.life.comments.flatMap(({ report, by, text, minutesAgo, page, answers }) => {
    const shown = page === null ? undefined : pagesOfReport(tenant, report)[page];
    const id = commentId(tenant, report, by, 'first');
    const common = { tenant_id: tenant.id, report_id: getReportId(tenant, report) };
    return [
      {
        ...{ ...common, id, author_id: idOfAnyone(tenant, by), parent_id: null as string | null, text },
        ...{ page: shown?.name ?? null, page_title: shown?.displayName ?? null, created_at: clock.ago(minutesAgo) },
        bookmark: shown ? writeBookmark({ page: shown.name, ...kept({ regions: [] }) }) : null,
      },
      ...answers.map((answer, index) => ({
        ...{
          ...common,
          id: commentId(tenant, report, answer.by, `answer ${index}`),
          author_id: idOfAnyone(tenant, answer.by),
          parent_id: id,
        },
        ...{ text: answer.text, page: null, page_title: null, created_at: clock.ago(answer.minutesAgo), bookmark: null },
      })),
    ];
  });
}

export const mentionRows = (tenant: DemoTenant): Rows =>
  tenant.life.comments.flatMap(({ report, by, mentions }) =>
    mentions.map((email) => ({
      ...{ tenant_id: tenant.id, comment_id: commentId(tenant, report, by, 'first'), user_id: idOfPerson(tenant, email) },
    })),
  );
