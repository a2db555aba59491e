import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useWho } from '../../app/session/session.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { choicesQuery, type Group, refreshScim } from './queries.ts';

type Props = { group: Group; opened: boolean; onClose: () => void };
const aboveDrawer = { zIndex: 320 };
const settleMs = 200;

/** Maps a directory group: to a group of the portal, and in a unit to the administrator profile. */
export function MappingDrawer({ group, opened, onClose: shut }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useWho();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  const [chosen, setChosen] = useState(group.group);
  // No suspense: suggestions for what is typed.
  const { data } = useQuery({ ...choicesQuery(wanted === chosen.name ? '' : wanted), enabled: opened });
  const [isAdmin, setAdmin] = useState(group.profile === 'admin');
  const { save, busy, problem } = useSave();
  const moves = chosen.id !== group.group.id;
  const dirty = moves || isAdmin !== (group.profile === 'admin');
  const { leave } = useDrawerGuard(opened, dirty);
  const onClose = () => leave(shut);
  const offered = [group.group, chosen, ...(data?.items ?? [])].filter(
    (each, at, list) => list.findIndex(({ id }) => id === each.id) === at,
  );
  const submit = () =>
    save(async () => {
      await call('PUT /api/auth/scim/groups/{id}', {
        ...{ id: group.id, version: group.version, profile: isAdmin ? ('admin' as const) : null },
        ...(moves ? { userGroupId: chosen.id } : {}),
      });
      toast.success(t('scim.group.saved', { name: group.name }));
      refreshScim(client);
      onClose();
    });
  return (
    <FormDrawer
      opened={opened}
      title={t('scim.group.title', { name: group.name })}
      dirty={dirty}
      saving={busy}
      problem={problem?.text}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t('scim.group.leads')}
        description={t('scim.group.leadsHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen.id}
        onChange={(id) => setChosen(offered.find((each) => each.id === id) ?? chosen)}
        allowDeselect={false}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        filter={({ options }) => options}
        nothingFoundMessage={t('scim.group.none')}
        comboboxProps={aboveDrawer}
      />
      {moves && (
        <Notice tone="warn">
          {t(group.linked ? 'scim.group.movesLinked' : 'scim.group.moves', { from: group.group.name, to: chosen.name })}
        </Notice>
      )}
      {who?.profile === 'admin' && (
        <SwitchRow label={t('scim.group.makesAdmins')} text={t('scim.group.makesAdminsText')} checked={isAdmin} onChange={setAdmin} />
      )}
    </FormDrawer>
  );
}
