import { Select, TextInput } from '@mantine/core';
import type { Language } from '../../../domain/session/languages.ts';
import { maxNameLength } from '../../../domain/users/limits.ts';
import { positions } from '../../../domain/users/person.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { OwnProfile } from './queries.ts';
import type { Draft, Faults } from './use-identity.ts';

type Props = {
  profile: OwnProfile;
  draft: Draft;
  faults: Faults;
  /** The phone number as it will be stored, when it differs from the input. */
  read: string | null;
  set: <K extends keyof Draft>(field: K, value: Draft[K]) => void;
};
const order = ['label', 'input', 'description', 'error'] as const;

/** The user's identity: name, phone number and language are editable, the rest is set by administrators. */
export function IdentityFields({ profile, draft, faults, read, set }: Props) {
  const { t } = useTranslation();
  const known = positions.find((position) => position === profile.position);
  const position = known ? t(`users.position.${known}`) : profile.position;
  const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }));
  return (
    <section className="own-profile" aria-label={t('profile.identity')}>
      {profile.managed && <Notice tone="info">{t('profile.managed')}</Notice>}
      <TextInput
        label={t('users.field.name')}
        value={draft.name}
        maxLength={maxNameLength}
        autoComplete="name"
        disabled={profile.managed}
        error={faults.name}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <TextInput
        label={
          <>
            {t('users.field.phone')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        description={read ? t('users.help.phoneRead', { phone: read }) : t('users.help.phone')}
        inputWrapperOrder={[...order]}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={draft.phone}
        maxLength={40}
        disabled={profile.managed}
        error={faults.phone}
        onChange={(event) => set('phone', event.currentTarget.value)}
      />
      <Select
        label={t('users.field.language')}
        description={t('profile.language.help')}
        inputWrapperOrder={[...order]}
        placeholder={t('profile.language.unit')}
        data={languages}
        value={draft.language}
        clearable
        clearButtonProps={{ 'aria-label': t('users.filter.clear') }}
        withScrollArea={false}
        onChange={(value) => set('language', (value as Language | null) ?? null)} // because the choices are the languages
      />
      <dl className="own-profile-facts">
        <div>
          <dt>{t('users.field.email')}</dt>
          <dd>{profile.email}</dd>
        </div>
        <div>
          <dt>{t('users.field.profile')}</dt>
          <dd>{t(`shell.profile.${profile.profile}`)}</dd>
        </div>
        <div>
          <dt>{t('users.field.department')}</dt>
          <dd>{profile.department ?? '–'}</dd>
        </div>
        <div>
          <dt>{t('users.field.position')}</dt>
          <dd>{position ?? '–'}</dd>
        </div>
      </dl>
    </section>
  );
}
