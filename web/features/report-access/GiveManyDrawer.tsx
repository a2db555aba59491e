import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { demandsIdentity, releases } from '../../../domain/report-access/grant-rule.ts';
import type { Rows } from '../../../domain/report-access/rows.ts';
import { call } from '../../app/data/api.ts';
import { findSubjects } from '../../app/data/find-subjects.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { confirmIdentityAt } from '../../ui/access/confirm-identity.ts';
import { confirmRelease } from '../../ui/access/confirm-release.ts';
import { RowsField } from '../../ui/access/RowsField.tsx';
import { type Subject, SubjectPicker, subjectName } from '../../ui/access/SubjectPicker.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { toast } from '../../ui/toast.ts';
import { useIdentityTokens } from '../custom-fields/index.ts';
import { type Given, giveMany } from './give-many.ts';
import { accessQuery } from './loader.ts';
import type { Access } from './queries.ts';
import { useModelRoles } from './use-model-roles.ts';
import { useRecipients } from './use-recipients.ts';

type Props = {
  reports: readonly { id: string; title: string }[];
  /** The initial recipients. */
  preset?: readonly Subject[];
  opened: boolean;
  onDone: () => void;
  onClose: () => void;
};

const noOne: readonly Subject[] = [];

/** Gives several reports to the same people, user groups or everyone; the rows are asked once for all reports that require an identity. */
export function GiveManyDrawer({ reports, preset = noOne, opened, onDone, onClose: shut }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const tokens = useIdentityTokens();
  // No suspense: the recipients are chosen while the facts of the reports load.
  const facts = useQueries({ queries: reports.map(({ id }) => accessQuery(id)) });
  const known = facts.flatMap(({ data }) => data ?? []);
  useModelRoles(known);
  const failed = facts.some(({ error, data }) => error && !data);
  const { subjects, setSubjects, changed: dirty } = useRecipients(preset);
  // A single report, or a retry, usually gets explicit rows; several usually use each user's own identity.
  const chooses = reports.length === 1 || preset.length > 0;
  const [rows, setRows] = useState<Rows>({ as: chooses ? 'fixed' : 'own', username: '', roles: [] });
  const [tried, setTried] = useState(false);
  const { save, busy, problem } = useSave();
  const [refused, setRefused] = useState<Given['refused']>([]);
  const { leave } = useDrawerGuard(opened, dirty);
  const onClose = () => leave(shut);
  const guarded = known.filter(demandsIdentity);
  const needsRoles = guarded.some((report) => report.needsRoles);
  const nameless = guarded.length > 0 && rows.as === 'fixed' && !rows.username.trim();
  const roleless = guarded.length > 0 && rows.as === 'fixed' && needsRoles && rows.roles.length === 0;
  const need = (name: string) => t('ui.form.required', { name });

  /** All extra confirmations: a grant that shows more than the author intended, and an identity that a model refuses. */
  const confirmed = async (): Promise<boolean> => {
    const open = known.filter((report) => releases(report) && report.mayRelease);
    const who = subjects.map((subject) => subjectName(subject, t)).join(', ');
    const [first] = open;
    const title = open.map((report) => report.title).join(', ');
    if (first && !(await confirmRelease({ report: { ...first, title }, mayRelease: true, who, filters: 0 }))) return false;
    const identity = rows.as === 'own' ? { as: 'own' as const } : { as: 'fixed' as const, username: rows.username, roles: [...rows.roles] };
    const wire = { identity, filters: [], validUntil: null, note: '' };
    const attempts = guarded.map(({ id, title }) => async () => {
      const { refusal } = await call('POST /api/auth/reports/{id}/identity/preview', { id, identity, filters: [] });
      return refusal === null || guarded.length === 1 ? refusal : `${title}: ${refusal}`;
    });
    return confirmIdentityAt(wire, attempts);
  };
  const submit = async () => {
    setTried(true);
    setRefused([]);
    if (subjects.length === 0 || nameless || roleless || known.length < reports.length) return;
    await save(async () => {
      if (!(await confirmed())) return;
      const outcome = await giveMany(
        client,
        reports.map(({ id }) => id),
        subjects,
        rows,
      );
      if (outcome.given.length > 0) toast.success(t('access.many.given', { count: outcome.given.length }));
      setRefused(outcome.refused);
      if (outcome.refused.length > 0) return;
      onDone();
      onClose();
    });
  };
  return (
    <FormDrawer
      opened={opened}
      title={t('access.many.title', { count: reports.length })}
      text={reports.map(({ title }) => title).join(', ')}
      dirty={dirty}
      saving={busy}
      submitLabel={t('access.give')}
      problem={
        failed || problem || refused.length > 0 ? (
          <ul>
            {problem && <li>{problem.text}</li>}
            {failed && <li>{t('access.many.unread')}</li>}
            {refused.map(({ id, title, text }) => (
              <li key={id}>{t('access.many.refused', { title, text })}</li>
            ))}
          </ul>
        ) : undefined
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <SubjectPicker
        find={findSubjects}
        value={subjects}
        onChange={setSubjects}
        label={t('access.subject')}
        error={tried && subjects.length === 0 ? need(t('access.subject')) : undefined}
        withEveryone
      />
      {known.length < reports.length && !failed && <ListSkeleton count={3} />}
      {guarded.length > 0 && (
        <>
          {reports.length > 1 && (
            <Notice tone="info">{t('access.many.guarded', { titles: guarded.map(({ title }) => title).join(', ') })}</Notice>
          )}
          <RowsField
            value={rows}
            onChange={setRows}
            other="own"
            options={optionsOfAll(guarded)}
            needsRoles={needsRoles}
            tokens={tokens}
            errors={{
              username: tried && nameless ? need(t('access.username')) : undefined,
              roles: tried && roleless ? need(t('access.roles')) : undefined,
            }}
          />
        </>
      )}
    </FormDrawer>
  );
}

/** Only roles that every model has: the other models would refuse any other. */
function optionsOfAll([first, ...others]: readonly Access[]): Access['options'] {
  if (!first) return { roles: [], listed: false, values: [], usual: [] };
  const everywhere = (name: string) => others.every(({ options }) => !options.listed || options.roles.some((role) => role.name === name));
  return { ...first.options, roles: first.options.roles.filter(({ name }) => everywhere(name)) };
}
