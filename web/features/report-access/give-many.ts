import type { QueryClient } from '@tanstack/react-query';
import { demandsIdentity, isWithoutOwn, judgeGrant, releases } from '../../../domain/report-access/grant-rule.ts';
import type { Rows } from '../../../domain/report-access/rows.ts';
import { call } from '../../app/data/api.ts';
import { errorText } from '../../app/notices/notify.ts';
import { translate } from '../../i18n.ts';
import type { Subject } from '../../ui/access/SubjectPicker.tsx';
import { accessQuery } from './loader.ts';
import { type Access, refreshAccess } from './queries.ts';

export type Given = { given: string[]; refused: { id: string; title: string; text: string }[] };

export const getSubject = ({ kind, id }: Subject) => (kind === 'everyone' || id === null ? { kind: 'everyone' as const } : { kind, id });

/** The identity for one report: the chosen one where its model requires one, otherwise none. */
const identityFor = (access: Access, rows: Rows) => {
  if (!demandsIdentity(access)) return { as: 'none' as const };
  return rows.as === 'own' ? { as: 'own' as const } : { as: 'fixed' as const, username: rows.username.trim(), roles: [...rows.roles] };
};

/** Gives several reports to the same people, one by one: a refused report does not stop the others, and its reason is returned. */
export async function giveMany(client: QueryClient, ids: readonly string[], subjects: readonly Subject[], rows: Rows): Promise<Given> {
  const outcome: Given = { given: [], refused: [] };
  for (const id of ids) {
    let title = '';
    try {
      const access = await client.fetchQuery(accessQuery(id));
      title = access.title;
      const confirmed = releases(access) && access.mayRelease;
      const identity = identityFor(access, rows);
      const without = subjects.filter(({ own }) => own && isWithoutOwn(own, access)).length;
      const verdict = judgeGrant({ report: access, identity, withoutOwn: without, mayRelease: access.mayRelease, confirmed });
      // What the rule refuses is not sent: the server would answer the same.
      if (verdict.kind === 'refused') {
        outcome.refused.push({ id, title, text: translate(verdict.code, { action: 'grants.unfiltered' }) });
        continue;
      }
      await call('POST /api/auth/reports/{id}/grants', { id, subjects: subjects.map(getSubject), identity, confirmed });
      outcome.given.push(id);
      refreshAccess(client, id);
    } catch (error) {
      outcome.refused.push({ id, title, text: errorText(error) });
    }
  }
  return outcome;
}
