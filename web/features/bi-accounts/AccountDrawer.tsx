import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TestStep } from '../../../domain/bi-accounts/contract.ts';
import { accountFields, accountInput } from '../../../domain/bi-accounts/draft.ts';
import { call } from '../../app/data/api.ts';
import { ReadFailure } from '../../app/data/ReadFailure.tsx';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { IconPlugConnected } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountFields } from './AccountFields.tsx';
import { ConnectionPanel } from './ConnectionPanel.tsx';
import { failureText } from './failure-text.ts';
import { ProfilePanel } from './ProfilePanel.tsx';
import { accountQuery, refreshBiAccounts } from './queries.ts';
import { TestSteps } from './TestSteps.tsx';
import { accountDraftOf, useAccountForm } from './use-account-form.ts';

const panels = ['data', 'test', 'profile'] as const;
export type Panel = (typeof panels)[number];
type Props = {
  /** Null registers a new one. */
  id: string | null;
  opened: boolean;
  panel: Panel;
  onPanel: (panel: Panel) => void;
  onClose: () => void;
};

/** Registers or edits an account over its list; unsaved values can be tested. */
export function AccountDrawer({ id, opened, panel, onPanel, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useAccountForm(id === null);
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...accountQuery(id ?? ''), enabled: opened && id !== null });
  const [loaded, setLoaded] = useState(id === null);
  const asForm = { fields: accountFields, refuseAt: form.refuse, words: (refused: unknown) => failureText(refused, t) };
  const saving = useSave(asForm);
  const testing = useSave(asForm);
  const problem = saving.problem ?? testing.problem;
  const clear = () => {
    saving.clear();
    testing.clear();
  };
  const [steps, setSteps] = useState<TestStep[] | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const dirty = loaded && form.dirty;
  const { leave } = useDrawerGuard(opened, dirty);

  // The form starts from a fresh response and keeps it until the user asks for a newer version.
  if (!loaded && data && isFetchedAfterMount) {
    setLoaded(true);
    form.load(accountDraftOf(data), data.version);
  }

  const { secret } = form.draft;
  const submit = async () => {
    if (!loaded) return;
    clear();
    if (id !== null && !form.dirty) return leave(onClose);
    if (!form.check()) return onPanel('data');
    const done = await saving.save(async () => {
      const input = accountInput(form.draft);
      if (id === null) await call('POST /api/auth/service-accounts', { ...input, secret });
      else await call('PUT /api/auth/service-accounts/{id}', { ...input, id, version: form.version, ...(secret && { secret }) });
      refreshBiAccounts(client);
      toast.success(t(id === null ? 'service.account.added' : 'service.account.saved'));
      leave(onClose);
    });
    if (!done) onPanel('data');
  };
  const tryForm = async () => {
    clear();
    if (!form.check()) return;
    setSteps(null);
    await testing.save(async () => {
      const { name: _, objectId: __, secretEndsOn: ___, ...target } = accountInput(form.draft);
      const answer = await call('POST /api/auth/service-accounts/test', { ...target, ...(id && { id }), ...(secret && { secret }) });
      setSteps(answer.steps);
      // The result is below the fields: scroll it into view.
      setTimeout(() => results.current?.scrollIntoView({ block: 'end' }));
    });
  };
  const reload = async () => {
    const fresh = await refetch();
    if (!fresh.data) return;
    form.rebase(accountDraftOf(fresh.data), fresh.data.version);
    clear();
  };

  const fields = () => {
    if (error && !data) return <ReadFailure error={error} onRetry={refetch} />;
    if (!loaded) return <ListSkeleton count={5} onRetry={() => void refetch()} />;
    return (
      <>
        <AccountFields form={form} secretSetAt={data?.secretSetAt ?? null} nameRef={nameField} />
        <div ref={results} className="service-results" aria-live="polite">
          <Button icon={IconPlugConnected} loading={testing.busy} onClick={() => void tryForm()}>
            {t(testing.busy ? 'service.test.running' : 'service.test.form')}
          </Button>
          {steps && <TestSteps steps={steps} />}
        </div>
      </>
    );
  };
  const shownPanel = () => {
    if (panel === 'data' || !data) return fields();
    if (panel === 'test') return <ConnectionPanel account={data} />;
    return <ProfilePanel account={data} dirty={dirty} onChosen={() => void reload()} />;
  };
  return (
    <FormDrawer
      opened={opened}
      title={t(id === null ? 'service.account.new' : 'service.account.edit')}
      text={id === null ? t('service.account.newText') : data?.name}
      dirty={dirty}
      saving={saving.busy || (!loaded && !error)}
      readOnly={(!loaded && error !== null) || (panel !== 'data' && !dirty)}
      submitLabel={id === null ? t('service.account.add') : undefined}
      problem={
        problem && <SaveRefusal refusal={problem} changedText={t('service.changed')} reloadLabel={t('service.reload')} onReload={reload} />
      }
      onSubmit={submit}
      onClose={() => leave(onClose)}
    >
      {id === null ? (
        fields()
      ) : (
        <Tabs
          label={t('service.panels')}
          tabs={panels.map((each) => ({ id: each, label: t(`service.panel.${each}`) }))}
          value={panel}
          onChange={onPanel}
        >
          <div className="drawer-panel">
            {data?.disabled && panel === 'data' && <Notice tone="warn">{t('service.account.isDisabled')}</Notice>}
            {shownPanel()}
          </div>
        </Tabs>
      )}
    </FormDrawer>
  );
}
