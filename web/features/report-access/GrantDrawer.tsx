import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../app/api-error.ts';
import { useTranslation } from '../../app/i18n.ts';
import { errorText } from '../../app/notify.ts';
import { useZone } from '../../app/use-zone.ts';
import { IdentityForm } from '../../ui/access/IdentityForm.tsx';
import { type Subject, SubjectPicker, subjectName } from '../../ui/access/SubjectPicker.tsx';
import { useGrantForm } from '../../ui/access/use-grant-form.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { type Access, type Grant, grantsQuery } from './queries.ts';
import { useSaveGrant } from './use-save-grant.ts';

type Props = { access: Access /** Null gives access anew. */; grantId: string | null; opened: boolean; onClose: () => void };

/** Gives access to people, user groups or everyone, or changes what was given. */
export function GrantDrawer({ access, grantId, opened, onClose }: Props) {
  return grantId === null ? (
    <FilledDrawer access={access} grant={null} opened={opened} onClose={onClose} />
  ) : (
    <LoadedDrawer access={access} grantId={grantId} opened={opened} onClose={onClose} />
  );
}

// A grant is known by its list; one that an address names is looked for in the whole of it.
const most = 100;

function LoadedDrawer({ access, grantId, opened, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...grantsQuery({ id: access.id, size: most }), staleTime: 0 });
  const grant = data?.items.find((each) => each.id === grantId);
  if (grant) return <FilledDrawer access={access} grant={grant} opened={opened} onClose={onClose} />;
  return (
    <FormDrawer opened={opened} title={t('access.edit')} dirty={false} readOnly onSubmit={() => undefined} onClose={onClose}>
      {error || data ? (
        <ErrorState
          text={error ? errorText(error) : t('not_found')}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={error ? () => void refetch() : undefined}
        />
      ) : (
        <ListSkeleton count={4} onRetry={() => void refetch()} />
      )}
    </FormDrawer>
  );
}

type FilledProps = { access: Access; grant: Grant | null; opened: boolean; onClose: () => void };

function FilledDrawer({ access, grant, opened, onClose }: FilledProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const [subjects, setSubjects] = useState<readonly Subject[]>([]);
  const [missing, setMissing] = useState(false);
  const form = useGrantForm({ report: access, zone, ...(grant ? { grant } : {}) });
  const { save, saving, problem } = useSaveGrant(access, grant);

  const choose = (next: Subject[]) => {
    // The value follows the one person until it was typed: the e-mail of one, each one's own of several.
    const [only] = next;
    const before = subjects.length === 1 && subjects[0]?.kind === 'user' ? subjects[0].detail : '{email}';
    if (form.draft.username === before)
      form.set('username', next.length === 1 && only?.kind === 'user' ? (only.detail ?? '{email}') : '{email}');
    setSubjects(next);
    setMissing(false);
  };
  const submit = async () => {
    const nobody = grant === null && subjects.length === 0;
    setMissing(nobody);
    if (!form.check() || nobody) return;
    if (grant && !form.dirty) return onClose();
    if (await save(form.wire(), subjects)) onClose();
  };
  return (
    <FormDrawer
      opened={opened}
      title={t(grant ? 'access.edit' : 'access.add')}
      text={grant ? subjectName(grant.subject, t) : access.title}
      dirty={form.dirty || subjects.length > 0}
      saving={saving}
      submitLabel={grant ? undefined : t('access.give')}
      problem={
        problem && (
          <>
            {problem.text}
            {problem.requestId && <CopyButton text={problem.requestId}>{t('ui.copyErrorCode')}</CopyButton>}
          </>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {!grant && (
        <SubjectPicker
          value={subjects}
          onChange={choose}
          label={t('access.subject')}
          error={missing ? t('ui.form.required', { name: t('access.subject') }) : undefined}
          withEveryone
        />
      )}
      <IdentityForm form={form} roles={access.roles} openRole={access.ignoreRlsRole} mayRelease={access.mayRelease} />
    </FormDrawer>
  );
}
