import { useQueryClient } from '@tanstack/react-query';
import type { GrantWire } from '../../../domain/report-access/draft.ts';
import { releases } from '../../../domain/report-access/grant-rule.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { confirmIdentity } from '../../ui/access/confirm-identity.ts';
import { confirmRelease } from '../../ui/access/confirm-release.ts';
import { type Subject, subjectName } from '../../ui/access/SubjectPicker.tsx';
import { toast } from '../../ui/toast.ts';
import { getSubject } from './give-many.ts';
import { type Access, type Grant, refreshAccess } from './queries.ts';

/** The service's objection to an identity; null when it accepts it. */
const tryIdentity = async (id: string, { identity, filters }: GrantWire) =>
  (await call('POST /api/auth/reports/{id}/identity/preview', { id, identity, filters })).refusal;

/** Creates or edits a grant; showing more than the author intended needs a second confirmation. A refusal is shown above the form. */
export function useSaveGrant(access: Access, grant: Grant | null) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { save: run, busy: saving, problem, clear } = useSave();

  const give = async (wire: GrantWire, subjects: readonly Subject[], confirmed: boolean) => {
    const { added, existing } = await call('POST /api/auth/reports/{id}/grants', {
      id: access.id,
      subjects: subjects.map(getSubject),
      ...wire,
      confirmed,
    });
    const kept = existing > 0 ? { text: t('access.existing', { count: existing }) } : {};
    const [only, ...others] = subjects;
    const name = only && others.length === 0 ? subjectName(only, t) : null;
    if (added > 0) toast.success(name ? t('access.givenTo', { name }) : t('access.given', { count: added }), kept);
    else toast.info(t('access.nobodyNew'), kept);
  };

  /** True on success. */
  const save = async (wire: GrantWire, subjects: readonly Subject[]): Promise<boolean> => {
    clear();
    const who = (grant ? [grant.subject] : subjects).map((subject) => subjectName(subject, t)).join(', ');
    if (!(await confirmRelease({ report: access, mayRelease: access.mayRelease, who, filters: wire.filters.length }))) return false;
    const confirmed = releases(access) && access.mayRelease;
    let isSaved = false;
    await run(async () => {
      if (!(await confirmIdentity(wire, () => tryIdentity(access.id, wire)))) return;
      if (grant) {
        await call('PUT /api/auth/reports/{id}/grants/{grantId}', {
          id: access.id,
          grantId: grant.id,
          version: grant.version,
          ...wire,
          confirmed,
        });
        toast.success(t('access.saved'));
      } else await give(wire, subjects, confirmed);
      refreshAccess(client, access.id);
      isSaved = true;
    });
    return isSaved;
  };
  /** Loads the version someone else saved, under the user's own changes. */
  const reload = () => {
    clear();
    refreshAccess(client, access.id);
  };
  return { save, saving, problem, reload };
}
