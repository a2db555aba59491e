import { Select, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxNameLength } from '../../../domain/bi-accounts/limits.ts';
import { reasonFor } from '../../../domain/bi-accounts/why.ts';
import { fieldProblem } from '../../../domain/validation/field.ts';
import { useGo } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useSave } from '../../app/data/use-save.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { toast } from '../../ui/toast.ts';
import { BrowseWorkspaces } from './BrowseWorkspaces.tsx';
import { failureText } from './failure-text.ts';
import { pickerQuery } from './loader.ts';
import { refreshBiAccounts } from './queries.ts';
import { RegisterAccount } from './RegisterAccount.tsx';

type Props = { /** The account of the list's filter. */ account: string | null; opened: boolean; onClose: () => void };

/** Adds workspaces that an account reaches at the service, or creates a new one there. */
export function AddWorkspaces(props: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={props.opened} title={t('service.workspaces.new')} onClose={props.onClose}>
      <AddForm {...props} />
    </RecordDrawer>
  );
}

function AddForm({ account: first, opened, onClose }: Props) {
  const { t } = useTranslation();
  const go = useGo();
  const { items } = useSuspenseQuery(pickerQuery).data;
  const [chosenAccount, setAccount] = useState<string | null>(first);
  const [way, setWay] = useState<'browse' | 'create'>('browse');
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const { save, busy, problem, problemAt, refuse, clear } = useSave({
    fields: ['name'],
    words: (error) => (error instanceof ApiError && error.field === 'name' ? errorText(error) : failureText(error, t)),
    refresh: refreshBiAccounts,
  });
  // A single account is preselected.
  const account = items.find(({ id }) => id === chosenAccount)?.id ?? (items.length === 1 ? (items[0]?.id ?? null) : null);
  const dirty = way === 'browse' ? chosen.size > 0 : name.trim() !== '';
  const { leave } = useDrawerGuard(opened, dirty);
  const nameProblem = tried && way === 'create' ? fieldProblem(name) : null;

  const add = async (accountId: string) => {
    const { added, refused } = await call('POST /api/auth/workspaces', { accountId, serviceIds: [...chosen.keys()] });
    const next = { label: t('service.used.next'), onClick: () => go('/management/report?import=1') };
    toast.success(t('service.workspaces.added', { count: added }), { action: next });
    const [blocked] = refused;
    if (blocked)
      toast.warning(t('service.profile.refused'), {
        text: `${refused.map((each) => each.name).join(', ')}: ${t(`service.why.${reasonFor(blocked.failure, 'workspace')}`)}`,
      });
  };
  const make = async (accountId: string) => {
    await call('POST /api/auth/workspaces/new', { accountId, name });
    toast.success(t('service.workspaces.created'), { text: name.trim() });
  };
  const submit = async () => {
    setTried(true);
    clear();
    if (!account) return;
    if (way === 'create' ? fieldProblem(name) !== null : chosen.size === 0) {
      if (way === 'browse') refuse(t('service.browse.chooseSome'));
      return;
    }
    await save(async () => {
      await (way === 'browse' ? add(account) : make(account));
      leave(onClose);
    });
  };
  const body = () => {
    if (items.length === 0) return <EmptyState compact text={t('service.browse.noAccount')} action={<RegisterAccount />} />;
    return (
      <>
        <Select
          label={t('service.column.account')}
          placeholder={t('service.browse.chooseAccount')}
          data={items.map(({ id, name: label }) => ({ value: id, label }))}
          value={account}
          onChange={(id) => {
            setAccount(id);
            setChosen(new Map());
          }}
          error={tried && !account ? t('ui.form.required', { name: t('service.column.account') }) : undefined}
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          withScrollArea={false}
          classNames={{ options: 'group-options' }}
        />
        <Segmented
          label={t('service.browse.way')}
          segments={[
            { value: 'browse', label: t('service.browse.existing') },
            { value: 'create', label: t('service.browse.create') },
          ]}
          value={way}
          onChange={setWay}
        />
        {way === 'create' ? (
          <TextInput
            label={t('service.workspaces.name')}
            description={t('service.workspaces.createHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              clear();
            }}
            error={nameProblem ? t(nameProblem, { name: t('service.workspaces.name') }) : problemAt('name')}
            maxLength={maxNameLength}
            autoComplete="off"
          />
        ) : (
          account && <BrowseWorkspaces key={account} account={account} chosen={chosen} onChange={setChosen} />
        )}
      </>
    );
  };
  return (
    <DrawerForm
      title={t('service.workspaces.new')}
      text={t('service.workspaces.newText')}
      dirty={dirty}
      saving={busy}
      readOnly={items.length === 0}
      submitLabel={
        way === 'create'
          ? t('service.browse.create')
          : chosen.size > 0
            ? t('service.browse.add', { count: chosen.size })
            : t('service.browse.addNone')
      }
      problem={problem?.text}
      onSubmit={submit}
      onClose={() => leave(onClose)}
    >
      {body()}
    </DrawerForm>
  );
}
