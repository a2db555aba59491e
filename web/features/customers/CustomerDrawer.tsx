import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { customerFields } from '../../../domain/customers/customer.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { ReadFailure } from '../../app/data/ReadFailure.tsx';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { CustomerFields } from './CustomerFields.tsx';
import { CustomerHistory } from './CustomerHistory.tsx';
import { customerQuery, type OneCustomer, refreshCustomers } from './queries.ts';
import { customerDraftOf, customerInputOf, useCustomerForm } from './use-customer-form.ts';

export const customerPanels = ['data', 'units', 'history'] as const;
export type CustomerPanel = (typeof customerPanels)[number];
type Props = {
  /** Null adds a new client. */
  id: string | null;
  opened: boolean;
  panel: CustomerPanel;
  /** The address of a unit, if this user may see it. */
  unitHref?: (id: string) => string;
  onPanel: (panel: CustomerPanel) => void;
  onClose: () => void;
};

function Units({ party, unitHref }: { party: OneCustomer; unitHref: Props['unitHref'] }) {
  const { t } = useTranslation();
  if (party.units.length === 0) return <p className="muted">{t('parties.units.none')}</p>;
  return (
    <ul className="plain-list party-units">
      {party.units.map((unit) => (
        <li key={unit.id}>
          {unitHref ? <UiLink href={unitHref(unit.id)}>{unit.name}</UiLink> : <b>{unit.name}</b>}
          <span className="push small muted num">
            {unit.userLimit === null
              ? t('parties.units.users', { count: unit.users })
              : t('parties.units.usersOf', { users: unit.users, limit: unit.userLimit })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Adds or edits a client, with the units it pays for and its history. */
export function CustomerDrawer({ id, opened, panel, unitHref, onPanel, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useCustomerForm();
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...customerQuery(id ?? ''), enabled: opened && id !== null });
  const [loaded, setLoaded] = useState(id === null);
  const { save, busy, problem, clear } = useSave({
    fields: customerFields,
    refuseAt: form.refuse,
    words: (refused) =>
      refused instanceof ApiError && refused.field === 'document' && refused.status === 'invalid_input'
        ? t('parties.documentInvalid')
        : errorText(refused),
  });
  const nameField = useRef<HTMLInputElement>(null);
  const deleted = Boolean(data?.deletedAt);
  const dirty = loaded && !deleted && form.dirty;
  const { leave } = useDrawerGuard(opened, dirty);
  // The form starts from a fresh response and keeps it until the user asks for a newer version.
  if (!loaded && data && isFetchedAfterMount) {
    setLoaded(true);
    form.load(customerDraftOf(data), data.version);
  }
  const submit = async () => {
    if (!loaded) return;
    clear();
    if (id !== null && !form.dirty) return leave(onClose);
    if (!form.check()) return onPanel('data');
    const done = await save(async () => {
      if (id === null) await call('POST /api/auth/parties', customerInputOf(form.draft));
      else await call('PUT /api/auth/parties/{id}', { ...customerInputOf(form.draft), id, version: form.version });
      refreshCustomers(client);
      toast.success(t(id === null ? 'parties.added' : 'parties.saved'));
      leave(onClose);
    });
    if (!done) onPanel('data');
  };
  const reload = async () => {
    const fresh = await refetch();
    if (!fresh.data) return;
    form.rebase(customerDraftOf(fresh.data), fresh.data.version);
    clear();
  };
  const fields = () => {
    if (error && !data) return <ReadFailure error={error} onRetry={refetch} />;
    if (!loaded) return <ListSkeleton count={6} onRetry={() => void refetch()} />;
    if (deleted) return <Notice tone="warn">{t('parties.isDeleted')}</Notice>;
    return (
      <>
        {data?.status === 'B' && (
          <Notice tone="warn" title={t('parties.isBlocked')}>
            {data.statusReason}
          </Notice>
        )}
        <CustomerFields form={form} nameRef={nameField} />
      </>
    );
  };
  const tabs = customerPanels.map((each) => ({
    id: each,
    label: t(`parties.panel.${each}`),
    ...(each === 'units' && data && { count: data.units.length }),
  }));
  return (
    <FormDrawer
      opened={opened}
      title={t(id === null ? 'parties.new' : 'parties.edit')}
      text={id === null ? t('parties.newText') : data?.fantasyName}
      dirty={dirty}
      saving={busy || (!loaded && !error)}
      readOnly={(!loaded && error !== null) || deleted || (panel !== 'data' && !dirty)}
      submitLabel={id === null ? t('parties.add') : undefined}
      problem={problem && <SaveRefusal refusal={problem} reloadLabel={t('parties.reload')} onReload={reload} />}
      onSubmit={submit}
      onClose={() => leave(onClose)}
    >
      {id === null ? (
        fields()
      ) : (
        <Tabs label={t('parties.panels')} tabs={tabs} value={panel} onChange={onPanel}>
          <div className="drawer-panel">
            {panel === 'data' && fields()}
            {panel === 'units' && data && <Units party={data} unitHref={unitHref} />}
            {panel === 'history' && <CustomerHistory id={id} />}
          </div>
        </Tabs>
      )}
    </FormDrawer>
  );
}
