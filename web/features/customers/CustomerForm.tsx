import type { ReactNode } from 'react';
import { customerFields } from '../../../domain/customers/fields.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { CustomerFields } from './CustomerFields.tsx';
import { type OneCustomer, refreshCustomers } from './queries.ts';
import { toCustomerDraft, toCustomerInput, useCustomerForm } from './use-customer-form.ts';

export type CustomerFormProps = {
  opened: boolean;
  onClose: () => void;
  /** The client that is edited. */
  record?: OneCustomer;
  /** Another tab than that of the fields is open: there is nothing to save unless they were changed. */
  elsewhere?: boolean;
  onRefused?: () => void;
  onReload?: () => Promise<OneCustomer | undefined>;
  /** Places the fields. */
  children?: (fields: ReactNode) => ReactNode;
};

/** The registration data of a client: a new one, or the one that is edited. */
export function CustomerForm(props: CustomerFormProps) {
  const { opened, onClose, record, elsewhere = false, onRefused, onReload, children = (fields) => fields } = props;
  const { t } = useTranslation();
  const form = useCustomerForm(record && toCustomerDraft(record), record?.version);
  const { save, busy, problem, clear } = useSave({
    fields: customerFields,
    refuseAt: form.refuse,
    words: (refused) =>
      refused instanceof ApiError && refused.field === 'document' && refused.status === 'invalid_input'
        ? t('parties.documentInvalid')
        : errorText(refused),
    refresh: refreshCustomers,
  });
  const deleted = Boolean(record?.deletedAt);
  const dirty = form.dirty && !deleted;
  const { leave } = useDrawerGuard(opened, dirty);
  const close = () => leave(onClose);
  const submit = async () => {
    clear();
    if (record && !form.dirty) return close();
    if (!form.check()) return onRefused?.();
    const done = await save(async () => {
      const input = toCustomerInput(form.draft);
      if (record) await call('PUT /api/auth/parties/{id}', { ...input, id: record.id, version: form.version });
      else await call('POST /api/auth/parties', input);
      toast.success(t(record ? 'parties.saved' : 'parties.added'));
      close();
    });
    if (!done) onRefused?.();
  };
  const reload = async () => {
    const fresh = await onReload?.();
    if (fresh) form.rebase(toCustomerDraft(fresh), fresh.version);
    clear();
  };
  const fields = deleted ? (
    <Notice tone="warn">{t('parties.isDeleted')}</Notice>
  ) : (
    <>
      {record?.status === 'B' && (
        <Notice tone="warn" title={t('parties.isBlocked')}>
          {record.statusReason}
        </Notice>
      )}
      <CustomerFields form={form} />
    </>
  );
  return (
    <DrawerForm
      title={t(record ? 'parties.edit' : 'parties.new')}
      text={record ? record.fantasyName : t('parties.newText')}
      dirty={dirty}
      saving={busy}
      readOnly={deleted || (elsewhere && !dirty)}
      submitLabel={record ? undefined : t('parties.add')}
      problem={problem && <SaveRefusal refusal={problem} reloadLabel={t('parties.reload')} onReload={reload} />}
      onSubmit={submit}
      onClose={close}
    >
      {children(fields)}
    </DrawerForm>
  );
}
