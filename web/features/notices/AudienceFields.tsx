import { Checkbox, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { type Profile, profiles } from '../../../domain/access/profile.ts';
import { noticeLimits } from '../../../domain/notices/limits.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { Choice } from './Choice.tsx';
import type { DraftForm } from './notice-draft.ts';
import { groupsQuery } from './queries.ts';

const settleMs = 200;

function Groups({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  // No suspense: suggestions for what is typed; the field itself says that they load.
  const { data } = useQuery(groupsQuery(wanted));
  const { groups } = form.draft;
  const known = new Map([...groups, ...(data ?? [])].map((item) => [item.id, item]));
  return (
    <MultiSelect
      label={t('notices.form.groups')}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={groups.map(({ id }) => id)}
      onChange={(ids) => {
        form.change({ groups: ids.map((id) => known.get(id)).filter((item) => item !== undefined) });
        setSearch('');
      }}
      error={form.getError('audience')}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options.filter((option) => 'value' in option && data?.some((item) => item.id === option.value))}
      hidePickedOptions
      maxValues={noticeLimits.groups}
      nothingFoundMessage={data ? t('notices.form.noGroups') : t('ui.loading')}
      comboboxProps={{ zIndex: 320 }}
      withScrollArea={false}
    />
  );
}

/** The profiles that a notice of this writer can reach: those of the own tenant and of all below. */
const reachable = (own: Profile): Profile[] => profiles.slice(profiles.indexOf(own));

/** Who sees the notice after sign-in, and whether it is also shown in the units below. */
export function AudienceFields({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  const who = useWho();
  if (!who) return null;
  const { draft } = form;
  const hasBelow = who.profile === 'a2m' || who.profile === 'master';
  const kinds = (['all', 'profiles', 'groups'] as const).filter((kind) => kind !== 'groups' || can(who, 'userGroups.read'));
  return (
    <>
      {draft.place === 'home' && (
        <>
          <Choice
            label={t('notices.form.audience')}
            values={kinds}
            getName={(value) => t(`notices.audience.${value}`)}
            value={draft.audience}
            onChange={(audience) => form.change({ audience })}
          />
          {draft.audience === 'profiles' && (
            <Checkbox.Group
              label={t('notices.form.profiles')}
              value={draft.profiles}
              onChange={(chosen) => form.change({ profiles: profiles.filter((profile) => chosen.includes(profile)) })}
              error={form.getError('audience')}
            >
              <div className="notice-profiles">
                {reachable(who.profile).map((profile) => (
                  <Checkbox key={profile} value={profile} label={t(`shell.profile.${profile}`)} />
                ))}
              </div>
            </Checkbox.Group>
          )}
          {draft.audience === 'groups' && <Groups form={form} />}
        </>
      )}
      {hasBelow && (draft.place === 'login' || draft.audience !== 'groups') && (
        <SwitchRow
          label={t('notices.form.below')}
          text={t('notices.form.belowHelp')}
          checked={draft.below}
          onChange={(below) => form.change({ below })}
        />
      )}
    </>
  );
}
