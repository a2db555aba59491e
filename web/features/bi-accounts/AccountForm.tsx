import { type ReactNode, useRef, useState } from 'react';
import type { TestStep } from '../../../domain/bi-accounts/contract.ts';
import { accountFields, accountInput } from '../../../domain/bi-accounts/draft.ts';
import { call } from '../../app/data/api.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { IconPlugConnected } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.ts';
import { AccountFields } from './AccountFields.tsx';
import { failureText } from './failure-text.ts';
import { type OneAccount, refreshBiAccounts } from './queries.ts';
import { TestSteps } from './TestSteps.tsx';
import { toAccountDraft, useAccountForm } from './use-account-form.ts';

export type Placing = { dirty: boolean /** Adopts the stored version. */; reload: () => Promise<void> };
export type AccountFormProps = {
  opened: boolean;
  onClose: () => void;
  /** The account that is edited. */
  record?: OneAccount;
  /** Another panel than that of the fields is open: there is nothing to save unless they were changed. */
  elsewhere?: boolean;
  onRefused?: () => void;
  onReload?: () => Promise<OneAccount | undefined>;
  /** Places the fields. */
  children?: (fields: ReactNode, placing: Placing) => ReactNode;
};

/** The credentials of an account: a new one, or the one that is edited. */
export function AccountForm(props: AccountFormProps) {
  const { opened, onClose, record, elsewhere = false, onRefused, onReload, children = (fields) => fields } = props;
  const { t } = useTranslation();
  const form = useAccountForm(record);
  const asForm = { fields: accountFields, refuseAt: form.refuse, words: (refused: unknown) => failureText(refused, t) };
  const saving = useSave({ ...asForm, refresh: refreshBiAccounts });
  const testing = useSave(asForm);
  const problem = saving.problem ?? testing.problem;
  const clear = () => {
    saving.clear();
    testing.clear();
  };
  const [steps, setSteps] = useState<TestStep[] | null>(null);
  const results = useRef<HTMLDivElement>(null);
  const { leave } = useDrawerGuard(opened, form.dirty);
  const close = () => leave(onClose);
  const { secret } = form.draft;
  const submit = async () => {
    clear();
    if (record && !form.dirty) return close();
    if (!form.check()) return onRefused?.();
    const done = await saving.save(async () => {
      const input = accountInput(form.draft);
      if (record)
        await call('PUT /api/auth/service-accounts/{id}', { ...input, id: record.id, version: form.version, ...(secret && { secret }) });
      else await call('POST /api/auth/service-accounts', { ...input, secret });
      toast.success(t(record ? 'service.account.saved' : 'service.account.added'));
      close();
    });
    if (!done) onRefused?.();
  };
  const tryForm = async () => {
    clear();
    if (!form.check()) return;
    setSteps(null);
    await testing.save(async () => {
      const { name: _, objectId: __, secretEndsOn: ___, ...target } = accountInput(form.draft);
      const own = { ...(record && { id: record.id }), ...(secret && { secret }) };
      setSteps((await call('POST /api/auth/service-accounts/test', { ...target, ...own })).steps);
      // The result is below the fields: scroll it into view.
      setTimeout(() => results.current?.scrollIntoView({ block: 'end' }));
    });
  };
  const reload = async () => {
    const fresh = await onReload?.();
    if (fresh) form.rebase(toAccountDraft(fresh), fresh.version);
    clear();
  };
  return (
    <DrawerForm
      title={t(record ? 'service.account.edit' : 'service.account.new')}
      text={record ? record.name : t('service.account.newText')}
      dirty={form.dirty}
      saving={saving.busy}
      readOnly={elsewhere && !form.dirty}
      submitLabel={record ? undefined : t('service.account.add')}
      problem={
        problem && <SaveRefusal refusal={problem} changedText={t('service.changed')} reloadLabel={t('service.reload')} onReload={reload} />
      }
      onSubmit={submit}
      onClose={close}
    >
      {children(
        <>
          <AccountFields form={form} secretSetAt={record?.secretSetAt ?? null} />
          <div ref={results} className="service-results" aria-live="polite">
            <Button icon={IconPlugConnected} loading={testing.busy} onClick={() => void tryForm()}>
              {t(testing.busy ? 'service.test.running' : 'service.test.form')}
            </Button>
            {steps && <TestSteps steps={steps} />}
          </div>
        </>,
        { dirty: form.dirty, reload },
      )}
    </DrawerForm>
  );
}
