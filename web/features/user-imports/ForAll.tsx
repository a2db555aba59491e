import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayToWire, formatIsoDay } from '../../../domain/format/date.ts';
import { parseDay } from '../../../domain/validation/day.ts';
import { languageNames } from '../../../i18n/languages.ts';
import type { CallInput } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import type { UserImport } from './queries.ts';
import { profileName } from './words.ts';

type Mapping = CallInput<'PUT /api/auth/user-imports/{id}/mapping'>;
export type Fixed = Mapping['fixed'];
type Choices = UserImport['choices'];
type Props = {
  whole: UserImport;
  fixed: Fixed;
  onFixed: (fixed: Fixed) => void;
  choices: Choices;
  onChoices: (choices: Choices) => void;
};
const unitsOwn = '-';

/** Values for all rows, and what to do with the users. */
export function ForAll({ whole, fixed, onFixed, choices, onChoices }: Props) {
  const { t, language } = useTranslation();
  const [typed, setTyped] = useState(formatIsoDay(language, fixed.expiresAt ?? ''));
  const isWrong = typed.trim() !== '' && !fixed.expiresAt;
  const without = (name: 'profile' | 'language' | 'expiresAt') => {
    const { [name]: _, ...rest } = fixed;
    return rest;
  };
  const setDay = (text: string) => {
    setTyped(text);
    const wire = dayToWire(language, text);
    onFixed(wire && parseDay(wire) ? { ...fixed, expiresAt: wire.replaceAll('/', '-') } : without('expiresAt'));
  };
  return (
    <div className="import-all">
      <section aria-labelledby="import-all">
        <h2 id="import-all">{t('userImport.all')}</h2>
        <p className="muted small">{t('userImport.allText')}</p>
        <div className="import-fields">
          <Select
            label={t('userImport.allProfile')}
            data={whole.profiles.map((profile) => ({ value: profile, label: profileName(t, profile) }))}
            value={fixed.profile ?? whole.profiles.at(-1) ?? null}
            allowDeselect={false}
            onChange={(profile) =>
              onFixed({ ...without('profile'), ...(profile ? { profile: profile as NonNullable<Fixed['profile']> } : {}) })
            } // because it is one of the profiles
          />
          <Select
            label={t('userImport.allLanguage')}
            data={[
              { value: unitsOwn, label: t('userImport.allLanguageUnit') },
              ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
            ]}
            value={fixed.language ?? unitsOwn}
            allowDeselect={false}
            onChange={
              (next) =>
                onFixed({
                  ...without('language'),
                  ...(next && next !== unitsOwn ? { language: next as NonNullable<Fixed['language']> } : {}),
                }) // because it is one of the languages
            }
          />
          <TextInput
            label={t('userImport.allExpires')}
            placeholder={t('ui.moment.dayShape')}
            inputMode="numeric"
            value={typed}
            error={isWrong ? t('userImport.problem.expires_invalid') : undefined}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <MultiSelect
            label={t('userImport.allGroups')}
            data={[...new Set([...whole.groups, ...(fixed.groups ?? [])])]}
            value={fixed.groups ?? []}
            searchable
            clearable
            hidePickedOptions
            clearButtonProps={{ 'aria-label': t('userImport.clearGroups') }}
            nothingFoundMessage={t('ui.empty.records')}
            onChange={(groups) => onFixed({ ...fixed, groups })}
          />
        </div>
      </section>
      <section aria-labelledby="import-choices">
        <h2 id="import-choices">{t('userImport.choices')}</h2>
        {(['invite', 'update', 'makeGroups'] as const).map((choice) => (
          <SwitchRow
            key={choice}
            label={t(`userImport.${choice}`)}
            text={t(`userImport.${choice}Text`)}
            checked={choices[choice] ?? false}
            onChange={(on) => onChoices({ ...choices, [choice]: on })}
          />
        ))}
      </section>
    </div>
  );
}
