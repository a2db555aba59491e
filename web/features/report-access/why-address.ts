import type { Profile } from '../../../domain/access/profile.ts';
import { landingAt } from '../../../domain/access/screens.ts';
import type { ExplainTopic } from '../../../domain/report-access/explain-words.ts';
import { stringifySearch } from '../../app/address/address.ts';
import type { Why } from './queries.ts';

type Line = Why['lines'][number];
type Asker = { profile: Profile; flags: readonly string[] };
type Asked = { report: string; person: string; asker: Asker; hidden: readonly string[] };

/** The address of the explanation for one user and one report. */
export const whyAddress = (report: string, person: string): string =>
  `/${report}/management/view${stringifySearch({ tab: 'access', part: 'why', why: person })}`;

/** The address of a user; the platform's own users are listed with its partners. */
const personAddress = (id: string, profile: Profile, topic: ExplainTopic): string => {
  const tab = topic === 'hours' || topic === 'address' ? 'access' : topic === 'identity' ? 'groups' : undefined;
  return profile === 'a2m' ? `/partners${stringifySearch({ area: 'users', id, tab })}` : `/user${stringifySearch({ id, tab })}`;
};

/** Where the subject of a line is changed; null where that is impossible, or not permitted to the current user. */
export function changeAddress({ topic, code, change }: Line, { report, person, asker, hidden }: Asked): string | null {
  if (!change) return null;
  const { kind, id } = change;
  const here = `/${report}/management/view`;
  const why = { tab: 'access', part: 'why', why: person };
  const addresses: Record<typeof kind, string> = {
    person: personAddress(person, asker.profile, code === 'person_ends' ? 'hours' : topic),
    access: `${here}?tab=access`,
    // Opens over the explanation, which is refetched after the drawer has saved.
    grant: `${here}${stringifySearch({ ...why, grant: id })}`,
    userGroup: `/group_users${stringifySearch({ id, tab: 'members' })}`,
    group: `/reports${stringifySearch({ id })}`,
    subgroup: `/reports${stringifySearch({ tab: 'subgroups', id })}`,
    window: `${here}${stringifySearch({ tab: 'maintenance', window: id })}`,
    report: `${here}?tab=data`,
    menu: '/setting?area=general',
    account: '/powerbi',
    catalog: '/catalogs?tab=requests',
  };
  const address = addresses[kind];
  return landingAt(address.split('?')[0] ?? '', asker, hidden).kind === 'page' ? address : null;
}
