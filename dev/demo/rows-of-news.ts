import type { NotificationKind } from '../../domain/notifications/kinds.ts';
import { demoId } from './catalog/build.ts';
import type { DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { requestId } from './rows-of-life.ts';
import { getReportId } from './rows-of-reports.ts';
import { getPeople } from './rows-of-tenant.ts';
import { windowRows } from './rows-of-windows.ts';
import { type Clock, day } from './times.ts';

type News = { to: string; kind: NotificationKind; vars: Record<string, string | number>; link: string; minutesAgo: number };

/** The inbox of everyone who can sign in: notifications that follow from the rest of the demo, and its own; older than two days is read. */
export function newsRows(tenant: DemoTenant, clock: Clock): Rows {
  const all = [
    ...ofRequests(tenant),
    ...ofWindows(tenant, clock),
    ...ofComments(tenant),
    ...ofDisplays(tenant),
    ...ofOthers(tenant, clock),
  ];
  return all.flatMap(({ to, kind, vars, link, minutesAgo }, index) => {
    const person = tenant.people.find(({ email, status }) => email === to && status !== 'B');
    if (!person) return [];
    return {
      ...{ tenant_id: tenant.id, id: demoId(`${tenant.key}/news/${index}/${to}`), user_id: person.id, kind, vars, link },
      ...{ created_at: clock.ago(minutesAgo), read_at: minutesAgo > 2 * day ? clock.ago(minutesAgo - 90) : null },
      ...{ mailing_id: null as string | null, message_id: null as string | null },
    };
  });
}

const getName = (tenant: DemoTenant, email: string) => getPeople(tenant).find((person) => person.email === email)?.name ?? '';
const getTitle = (tenant: DemoTenant, key: string) => tenant.reports.find((report) => report.key === key)?.title ?? '';
const linkTo = (tenant: DemoTenant, key: string) => `/${getReportId(tenant, key)}/reports/view`;
const administrators = (tenant: DemoTenant) => tenant.people.filter(({ profile }) => profile === 'admin').map(({ email }) => email);
const deciders = (tenant: DemoTenant) => [
  ...administrators(tenant),
  ...tenant.people.filter(({ flags }) => flags.includes('decide_catalog')).map(({ email }) => email),
];

function ofRequests(tenant: DemoTenant): News[] {
  return tenant.life.requests.flatMap((request): News[] => {
    const { report, by, justification, askedDaysAgo, decision } = request;
    const about = { report: getTitle(tenant, report), person: getName(tenant, by) };
    if (!decision) {
      const link = `/catalogs?tab=requests&id=${requestId(tenant, request)}`;
      return deciders(tenant).map((to) => ({
        ...{ to, kind: 'catalog_requested', vars: { ...about, justification }, link, minutesAgo: askedDaysAgo * day },
      }));
    }
    const minutesAgo = decision.daysAgo * day;
    const answered = { ...about, person: getName(tenant, decision.by ?? ''), reason: decision.reason ?? '' };
    if (decision.state === 'granted')
      return [{ to: by, kind: 'catalog_granted', vars: answered, link: linkTo(tenant, report), minutesAgo }];
    if (decision.state === 'denied') return [{ to: by, kind: 'catalog_denied', vars: answered, link: '/catalogs?tab=mine', minutesAgo }];
    if (decision.state === 'ended') return [{ to: by, kind: 'catalog_ended', vars: about, link: '/catalogs', minutesAgo: 5 * day }];
    return [];
  });
}

function ofWindows(tenant: DemoTenant, clock: Clock): News[] {
  const announced = windowRows(tenant, clock).filter(({ announced_at, opened_at }) => announced_at && !opened_at);
  return announced.flatMap((row) => {
    const { title, from, until } = { title: String(row.title), from: String(row.starts_at), until: String(row.ends_at) };
    const names = tenant.groups.flatMap((group) => [group, ...group.subgroups]);
    const target = names.find(({ id }) => id === row.target_id)?.name ?? tenant.name;
    const link = row.target === 'group' ? `/reports?group=${row.target_id}` : `/${row.target_id}/reports`;
    return tenant.people.map(
      ({ email }): News => ({ to: email, kind: 'maintenance_announced', vars: { target, title, from, until }, link, minutesAgo: 10 * 60 }),
    );
  });
}

function ofComments(tenant: DemoTenant): News[] {
  return tenant.life.comments.flatMap(({ report, by, text, mentions, minutesAgo, answers }) => {
    const link = `${linkTo(tenant, report)}?comments=1`;
    const said = (person: string, words: string) => ({ person: getName(tenant, person), report: getTitle(tenant, report), text: words });
    return [
      ...mentions.map((to): News => ({ to, kind: 'comment_mention', vars: said(by, text), link, minutesAgo })),
      ...answers.map(
        (answer): News => ({ to: by, kind: 'comment_reply', vars: said(answer.by, answer.text), link, minutesAgo: answer.minutesAgo }),
      ),
    ];
  });
}

function ofDisplays(tenant: DemoTenant): News[] {
  const [first, ...others] = administrators(tenant);
  return tenant.life.playlists.flatMap(({ name, display }) =>
    display
      ? others.map(
          (to): News => ({
            ...{ to, kind: 'device_paired', vars: { device: display.name, playlist: name, person: getName(tenant, first ?? '') } },
            ...{ link: '/playlists?tab=devices', minutesAgo: 60 * day },
          }),
        )
      : [],
  );
}

const ofOthers = (tenant: DemoTenant, clock: Clock): News[] =>
  tenant.life.news.map(({ to, kind, vars, report, link, minutesAgo }) => ({
    ...{ to, kind, link: link ?? (report ? linkTo(tenant, report) : '/'), minutesAgo },
    vars: kind === 'report_fresh' ? { ...vars, at: clock.ago(minutesAgo) } : vars,
  }));
