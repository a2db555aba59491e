import { type GroupTexts, noTexts } from '../../../domain/report-groups/fields.ts';
import type { RichText } from '../../../domain/rich-text/tree.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type {
  CoverKind,
  DemoDataset,
  DemoGroup,
  DemoNotice,
  DemoPerson,
  DemoReport,
  DemoServiceAccount,
  Measure,
  RefreshPlan,
  Subject,
  TenantKey,
  UnpublishedReport,
} from './types.ts';

/** A text as one paragraph of a rich text. */
export const paragraph = (text: string): RichText => [{ type: 'p', content: [{ text }] }];

const epoch = Date.UTC(2026, 0, 5, 12);

export function hash32(text: string, seed: number): number {
  let hash = seed ^ text.length;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x5bd1e995);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The demo's ids share one day; ids made by the product sort after them. */
export const afterDemoIds = `${(epoch + 86_400_000).toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-7000-8000-000000000000`;

/** Makes the same UUIDv7-shaped id from the same name on every machine. */
export function demoId(name: string): string {
  const time = (epoch + (hash32(name, 11) % 86_400_000)).toString(16).padStart(12, '0');
  // Because map keeps the length.
  const [a, b, c] = [21, 37, 53].map((seed) => hash32(name, seed).toString(16).padStart(8, '0')) as [string, string, string];
  const variant = (8 + (hash32(name, 71) % 4)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a.slice(0, 3)}-${variant}${a.slice(3, 6)}-${b}${c.slice(0, 4)}`;
}

function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A daily load at the given time of day, written in the tenant's own zone. */
export function daily(time: string, hoursFromUtc: number, failing = 0): RefreshPlan {
  const [hours, minutes] = time.split(':').map(Number) as [number, number]; // because the times below are literals like 06:10
  return { everyMinutes: 1440, minuteUtc: (hours * 60 + minutes - hoursFromUtc * 60 + 1440) % 1440, failing };
}

export function every(minutes: number, offset: number): RefreshPlan {
  return { everyMinutes: minutes, minuteUtc: offset, failing: 0 };
}

type Place = Pick<DemoPerson, 'department' | 'status' | 'position' | 'invitedDaysAgo' | 'endsInDays'>;
type PersonRow = Pick<DemoPerson, 'email' | 'name' | 'profile' | 'department' | 'position'> & Partial<DemoPerson>;
type ReportRow = {
  title: string;
  text: string;
  cover: CoverKind;
  /** Key of the dataset; absent for an external link. */
  data?: string;
  measure?: Measure;
  added?: number;
  by?: string;
} & Partial<Pick<DemoReport, 'verified' | 'hidden' | 'failsAlways' | 'maintenance' | 'externalUrl' | 'viewers'>>;
type DatasetRow = { key: string; name: string; workspace: string; subject: Subject; refresh: RefreshPlan; roles?: DemoDataset['roles'] };

const day = 1440;

/** Fills the rows of one tenant up to whole catalogue entries, with ids that depend on tenant and name alone. */
export function inTenant(tenant: TenantKey, language: DemoPerson['language']) {
  const id = (kind: string, name: string) => demoId(`${tenant}/${kind}/${name}`);
  return {
    tenantId: demoId(tenant),

    account(name: string, secret: string, workspaces: string[], secretEndsInDays = 240): DemoServiceAccount {
      return {
        id: id('account', name),
        name,
        directoryId: id('directory', name),
        appId: id('app', name),
        objectId: id('principal', name),
        secret,
        secretEndsInDays,
        workspaces: workspaces.map((workspace) => ({ id: id('workspace', workspace), name: workspace })),
      };
    },

    person(row: PersonRow): DemoPerson {
      return {
        id: id('user', row.email),
        status: 'A',
        flags: [],
        language,
        rls: null,
        invitedDaysAgo: null,
        endsInDays: null,
        favorites: [],
        visits: [],
        ...row,
      };
    },

    /** People of one department, one name per line; their address is made of the first and the last name. */
    colleagues(domain: string, department: string, names: string, more: Partial<Omit<Place, 'department'>> = {}): DemoPerson[] {
      return names
        .trim()
        .split(/\s*\n\s*/)
        .map((name) => {
          const words = slug(name).split('-');
          const email = `${words[0]}.${words.at(-1)}@${domain}`;
          return this.person({ email, name, profile: 'user', department, position: 'analyst', ...more });
        });
    },

    group(
      name: string,
      description: string,
      owner: string,
      subgroups: [name: string, description: string, viewers?: string[]][],
      texts: Partial<GroupTexts> = {},
    ): DemoGroup {
      const key = slug(name);
      return {
        id: id('group', key),
        key,
        name,
        ...noTexts,
        description,
        ...texts,
        owner,
        subgroups: subgroups.map(([title, text, viewers = null]) => ({
          id: id('subgroup', `${key}/${slug(title)}`),
          key: slug(title),
          name: title,
          ...noTexts,
          description: text,
          viewers,
        })),
      };
    },

    dataset(row: DatasetRow): DemoDataset {
      const { workspace, ...rest } = row;
      return { roles: {}, ...rest, id: id('dataset', row.key), workspaceId: id('workspace', workspace) };
    },

    /** Reports of one place, newest first where `added` (minutes ago) is given. */
    reports(group: string, subgroup: string | null, datasets: DemoDataset[], by: string, rows: ReportRow[]): DemoReport[] {
      return rows.map((row, index) => {
        const dataset = datasets.find((candidate) => candidate.key === row.data);
        if (row.data && !dataset) throw new Error(`The catalogue has no dataset ${row.data} for ${row.title}`);
        const key = slug(row.title);
        return {
          id: id('report', key),
          key,
          title: row.title,
          description: row.text,
          group: slug(group),
          subgroup: subgroup && slug(subgroup),
          cover: row.cover,
          measure: row.measure ?? 'amount',
          verified: row.verified ?? false,
          hidden: row.hidden ?? false,
          service: dataset ? { workspaceId: dataset.workspaceId, reportId: id('service-report', key), datasetId: dataset.id } : null,
          externalUrl: row.externalUrl ?? null,
          needsRls: dataset !== undefined && Object.keys(dataset.roles).length > 0,
          failsAlways: row.failsAlways ?? false,
          maintenance: row.maintenance ?? null,
          addedMinutesAgo: row.added ?? (40 + (hash32(key, 5) % 260) + index) * day,
          addedBy: row.by ?? by,
          viewers: row.viewers ?? null,
        };
      });
    },

    /** Unpublished reports of the service. */
    unpublished(datasets: DemoDataset[], rows: Pick<ReportRow, 'title' | 'text' | 'cover' | 'data' | 'measure'>[]): UnpublishedReport[] {
      return rows.map(({ title, text, cover, data, measure = 'amount' }) => {
        const dataset = datasets.find((candidate) => candidate.key === data);
        if (!dataset) throw new Error(`The catalogue has no dataset ${data} for ${title}`);
        const key = slug(title);
        const service = { workspaceId: dataset.workspaceId, reportId: id('service-report', key), datasetId: dataset.id };
        return { key, title, description: text, cover, measure, service };
      });
    },

    notice(
      severity: DemoNotice['severity'],
      title: string,
      text: string,
      { texts = {}, home = null }: { texts?: Partial<Record<Language, { title: string; text: string }>>; home?: DemoNotice['home'] } = {},
    ): DemoNotice {
      const worded = Object.entries(texts).map(([language, own]) => [language, { ...own, body: paragraph(own.text) }]);
      return { id: id('notice', title), severity, title, text, texts: Object.fromEntries(worded), home };
    },
  };
}
