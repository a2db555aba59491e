import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Profile, profiles } from '../../../domain/access/profile.ts';
import { audienceTypes } from '../../../domain/messages/audience.ts';
import { messageLimits } from '../../../domain/messages/limits.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { recipientsQuery } from './loader.ts';
import type { MessageParts, Named } from './message-draft.ts';

const settleMs = 200;
const aboveDrawer = 320;

/** The profiles that a tenant of this user has. */
const profilesBeside = (own: Profile | undefined): readonly Profile[] =>
  own === 'a2m' ? ['a2m'] : profiles.filter((each) => each !== 'a2m' && (own === 'master' || each !== 'master'));

/** Groups or users by the beginning of their name: the server searches, chosen ones become chips. */
function NamesField({ form, type }: { form: MessageParts; type: 'groups' | 'users' }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  // No suspense: suggestions for what is typed.
  const { data } = useQuery(recipientsQuery(type, wanted));
  const found = data?.items ?? [];
  const chosen = form.draft[type];
  const known = new Map<string, Named & { email?: string | null }>([...chosen, ...found].map((each) => [each.id, each]));
  return (
    <MultiSelect
      label={t(`messages.to.${type}`)}
      placeholder={chosen.length === 0 ? t('messages.form.find') : undefined}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen.map(({ id }) => id)}
      onChange={(ids) => {
        form.set(
          type,
          ids.map((id) => ({ id, name: known.get(id)?.name ?? '' })),
        );
        setSearch('');
      }}
      error={form.getError('audience')}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // The server has filtered already; chosen ones are left out.
      filter={({ options }) => options.filter((option) => 'value' in option && found.some(({ id }) => id === option.value))}
      renderOption={({ option }) => (
        <span className="message-option">
          <span>{known.get(option.value)?.name}</span>
          <span className="muted tiny">{known.get(option.value)?.email}</span>
        </span>
      )}
      hidePickedOptions
      maxValues={messageLimits[type]}
      nothingFoundMessage={data ? t('messages.form.none') : t('ui.loading')}
      comboboxProps={{ zIndex: aboveDrawer }}
      withScrollArea={false}
    />
  );
}

/** Who gets the message. */
export function AudienceField({ form }: { form: MessageParts }) {
  const { t } = useTranslation();
  const who = useWho();
  const { type, profile } = form.draft;
  const choices = profilesBeside(who?.profile);
  return (
    <div className="message-part">
      <span className="message-label">{t('messages.form.to')}</span>
      <Segmented
        label={t('messages.form.to')}
        segments={audienceTypes.map((value) => ({ value, label: t(`messages.to.${value}`) }))}
        value={type}
        onChange={(value) => form.set('type', value)}
      />
      {type === 'profile' && (
        <Select
          label={t('messages.to.profile')}
          data={choices.map((value) => ({ value, label: t(`shell.profile.${value}`) }))}
          value={choices.includes(profile) ? profile : (choices[0] ?? null)}
          onChange={(value) => form.set('profile', choices.find((each) => each === value) ?? profile)}
          allowDeselect={false}
          comboboxProps={{ zIndex: aboveDrawer }}
          withScrollArea={false}
        />
      )}
      {(type === 'groups' || type === 'users') && <NamesField key={type} form={form} type={type} />}
    </div>
  );
}
