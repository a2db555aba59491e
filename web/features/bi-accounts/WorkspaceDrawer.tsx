import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { maxNameLength } from '../../../domain/bi-accounts/limits.ts';
import type { WorkspaceRow } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { fieldProblem } from '../../../domain/validation/field.ts';
import { call } from '../../app/data/api.ts';
import { useRead } from '../../app/data/use-read.ts';
import { useSave } from '../../app/data/use-save.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { failureText } from './failure-text.ts';
import type { workspacesQuery } from './loader.ts';
import { refreshBiAccounts } from './queries.ts';

type Own = { opened: boolean; onClose: () => void };
type Props = Own & { id: string /** The list that names the workspace. */; query: ReturnType<typeof workspacesQuery> };

/** A workspace's display name in the portal, and its details at the service. */
export function WorkspaceDrawer(props: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={props.opened} title={t('service.workspaces.rename')} onClose={props.onClose}>
      <FromList {...props} />
    </RecordDrawer>
  );
}

function FromList({ id, query, opened, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useRead(query);
  const listed = data.items.find((row) => row.id === id);
  // The row may leave the list while the drawer closes.
  const [row, setRow] = useState(listed);
  if (listed && listed !== row) setRow(listed);
  if (row) return <Rename row={row} opened={opened} onClose={onClose} />;
  return (
    <DrawerForm title={t('service.workspaces.rename')} dirty={false} readOnly onSubmit={onClose} onClose={onClose}>
      <ErrorState text={t('service.workspaces.gone')} />
    </DrawerForm>
  );
}

function Rename({ row, opened, onClose }: Own & { row: WorkspaceRow }) {
  const { t } = useTranslation();
  const form = useForm({
    start: { name: row.name },
    problems: ({ name }) => {
      const problem = fieldProblem(name);
      return problem ? { name: t(problem, { name: t('service.workspaces.name') }) } : {};
    },
  });
  const { save, busy, problem, clear } = useSave({ words: (error) => failureText(error, t), refresh: refreshBiAccounts });
  const { leave } = useDrawerGuard(opened, form.dirty);
  const submit = async () => {
    clear();
    if (!form.dirty) return leave(onClose);
    if (!form.check()) return;
    await save(async () => {
      await call('PUT /api/auth/workspaces/{id}', { id: row.id, version: row.version, name: form.draft.name });
      toast.success(t('service.workspaces.renamed'));
      leave(onClose);
    });
  };
  return (
    <DrawerForm
      title={t('service.workspaces.rename')}
      text={row.name}
      dirty={form.dirty}
      saving={busy}
      problem={problem?.text}
      onSubmit={submit}
      onClose={() => leave(onClose)}
    >
      <TextInput
        data-autofocus
        label={t('service.workspaces.name')}
        description={t('service.workspaces.nameHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={form.draft.name}
        onChange={(event) => form.set('name', event.currentTarget.value)}
        error={form.getError('name')}
        maxLength={maxNameLength}
        autoComplete="off"
      />
      <dl className="service-facts">
        <dt>{t('service.column.account')}</dt>
        <dd>{row.accountName}</dd>
        <dt>{t('service.column.serviceId')}</dt>
        <dd className="service-guid">
          {row.serviceId} <CopyButton text={row.serviceId}>{t('service.copyId')}</CopyButton>
        </dd>
        <dt>{t('service.column.reports')}</dt>
        <dd>{t('service.reportsOf', { count: row.reports })}</dd>
      </dl>
    </DrawerForm>
  );
}
