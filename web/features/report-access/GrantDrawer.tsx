import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { findSubjects } from '../../app/data/find-subjects.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useZone } from '../../app/data/use-zone.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { IdentityForm } from '../../ui/access/IdentityForm.tsx';
import { type Subject, SubjectPicker, subjectName } from '../../ui/access/SubjectPicker.tsx';
import { useGrantForm } from '../../ui/access/use-grant-form.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { IconEye } from '../../ui/icons.ts';
import { useIdentityTokens } from '../custom-fields/index.ts';
import { grantsQuery } from './loader.ts';
import { type Access, type Grant, knownGrant } from './queries.ts';
import { valuesOfReport } from './to-values.ts';
import { useModelRoles } from './use-model-roles.ts';
import { useRecipients } from './use-recipients.ts';
import { useSaveGrant } from './use-save-grant.ts';

type Props = {
  access: Access;
  /** Null creates a grant. */
  grantId: string | null;
  /** The initial recipients of a new grant. */
  preset: readonly Subject[];
  /** Opened to set what a user sees who has no usable identity. */
  repairs: boolean;
  opened: boolean;
  onClose: () => void;
};

/** Gives access to people, user groups or everyone, or edits a grant. */
export function GrantDrawer({ grantId, ...form }: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={form.opened} title={t(grantId === null ? 'access.add' : 'access.edit')} onClose={form.onClose}>
      {grantId === null ? <GrantForm {...form} grant={null} /> : <ExistingGrant {...form} grantId={grantId} preset={[]} />}
    </RecordDrawer>
  );
}

const most = 100;

function ExistingGrant({ grantId, ...form }: Omit<Props, 'grantId'> & { grantId: string }) {
  const { t } = useTranslation();
  // Each opening starts from the stored grants.
  const { data } = useSuspenseQuery({ ...grantsQuery({ id: form.access.id, size: most }), staleTime: 0, gcTime: 0 });
  // Opened from the list, the grant is cached; from an address alone it is found only on the first page.
  const client = useQueryClient();
  const grant = data.items.find((each) => each.id === grantId) ?? knownGrant(client, form.access.id, grantId);
  if (grant) return <GrantForm {...form} grant={grant} />;
  return (
    <DrawerForm title={t('access.edit')} dirty={false} readOnly onSubmit={() => undefined} onClose={form.onClose}>
      <ErrorState text={t('not_found')} />
    </DrawerForm>
  );
}

type FormProps = Omit<Props, 'grantId'> & { grant: Grant | null };

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx').then((module) => ({ default: module.PreviewDialog })));

/** The single user concerned; null for several, groups and everyone. */
const onlyPerson = ([only, ...others]: readonly Subject[]) => (only?.kind === 'user' && only.id && others.length === 0 ? only : null);

function GrantForm({ access, grant, preset, repairs, opened, onClose: shut }: FormProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const { subjects, setSubjects, changed } = useRecipients(preset);
  const tokens = useIdentityTokens();
  const [missing, setMissing] = useState(false);
  const form = useGrantForm({ report: access, zone, repairs, ...(grant ? { grant } : {}) });
  useModelRoles([access]);
  const person = onlyPerson(grant ? [grant.subject] : subjects);
  const [preview, setPreview] = useState({ opening: 0, opened: false });
  const { save, saving, problem, reload } = useSaveGrant(access, grant);
  const dirty = opened && (form.dirty || changed);
  const { leave } = useDrawerGuard(opened, dirty);
  const onClose = () => leave(shut);

  const choose = (next: Subject[]) => {
    setSubjects(next);
    setMissing(false);
  };
  const submit = async () => {
    const noSubject = grant === null && subjects.length === 0;
    setMissing(noSubject);
    if (!form.check() || noSubject) return;
    if (grant && !form.dirty) return onClose();
    if (await save(form.wire(), subjects)) onClose();
  };
  return (
    <DrawerForm
      title={t(grant ? 'access.edit' : 'access.add')}
      text={grant ? subjectName(grant.subject, t) : access.title}
      dirty={dirty}
      saving={saving}
      submitLabel={grant ? undefined : t('access.give')}
      problem={problem && <SaveRefusal refusal={problem} reloadLabel={t('access.reload')} onReload={reload} />}
      onSubmit={submit}
      onClose={onClose}
    >
      {!grant && (
        <SubjectPicker
          find={findSubjects}
          value={subjects}
          onChange={choose}
          label={t('access.subject')}
          error={missing ? t('ui.form.required', { name: t('access.subject') }) : undefined}
          withEveryone
        />
      )}
      <IdentityForm
        form={form}
        options={access.options}
        tokens={tokens}
        openRole={access.ignoreRlsRole}
        mayRelease={access.mayRelease}
        toValues={access.kind === 'powerbi' ? valuesOfReport(access.id) : undefined}
      />
      {person && access.kind === 'powerbi' && (
        <div>
          <Button
            icon={IconEye}
            onClick={() => {
              if (form.check()) setPreview(({ opening }) => ({ opening: opening + 1, opened: true }));
            }}
          >
            {t('access.preview', { name: subjectName(person, t) })}
          </Button>
        </div>
      )}
      {person?.id && preview.opening > 0 && (
        <Part>
          <PreviewDialog
            key={preview.opening}
            name={subjectName(person, t)}
            asked={[access.id, person.id, form.wire()]}
            load={() => {
              const { identity, filters } = form.wire();
              return call('POST /api/auth/reports/{id}/identity/preview', { id: access.id, user: person.id, identity, filters });
            }}
            opened={preview.opened}
            onClose={() => setPreview((before) => ({ ...before, opened: false }))}
          />
        </Part>
      )}
    </DrawerForm>
  );
}
