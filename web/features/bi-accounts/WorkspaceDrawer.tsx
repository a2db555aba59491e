import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { maxNameLength } from '../../../domain/bi-accounts/limits.ts';
import type { WorkspaceRow } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { fieldProblem } from '../../../domain/validation/field.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { toast } from '../../ui/toast.ts';
import { failureText } from './failure-text.ts';
import { refreshBiAccounts } from './queries.ts';

type Props = { row: WorkspaceRow | null; waiting: boolean; opened: boolean; onClose: () => void };

/** A workspace's display name in the portal, and its details at the service. */
export function WorkspaceDrawer({ row: shown, waiting, opened, onClose }: Props) {
  const { t } = useTranslation();
  // The row may leave the list while the drawer closes.
  const [row, setRow] = useState(shown);
  if (!row && shown) setRow(shown);
  const [typed, setTyped] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const { save, busy, problem, clear } = useSave({ words: (error) => failureText(error, t), refresh: refreshBiAccounts });
  const name = typed ?? row?.name ?? '';
  const dirty = row !== null && name !== row.name;
  const { leave } = useDrawerGuard(opened, dirty);
  const wrong = tried ? fieldProblem(name) : null;
  const submit = async () => {
    if (!row) return;
    if (!dirty) return leave(onClose);
    setTried(true);
    clear();
    if (fieldProblem(name)) return;
    await save(async () => {
      await call('PUT /api/auth/workspaces/{id}', { id: row.id, version: shown?.version ?? row.version, name });
      toast.success(t('service.workspaces.renamed'));
      leave(onClose);
    });
  };
  return (
    <FormDrawer
      opened={opened}
      title={t('service.workspaces.rename')}
      text={row?.name}
      dirty={dirty}
      saving={busy}
      readOnly={!row}
      problem={problem?.text}
      onSubmit={submit}
      onClose={() => leave(onClose)}
    >
      {row ? (
        <>
          <TextInput
            data-autofocus
            label={t('service.workspaces.name')}
            description={t('service.workspaces.nameHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={name}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={wrong && t(wrong, { name: t('service.workspaces.name') })}
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
        </>
      ) : waiting ? (
        <ListSkeleton count={3} />
      ) : (
        <ErrorState text={t('service.workspaces.gone')} />
      )}
    </FormDrawer>
  );
}
