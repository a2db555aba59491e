import { Autocomplete, Checkbox, Select, TextInput } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { UserFlag } from '../../../../domain/access/profile.ts';
import { buildRecord } from '../../../../domain/fields/fields.ts';
import { isReachable } from '../../../../domain/mail/reachable.ts';
import { textNames, type UserText, userTexts } from '../../../../domain/users/fields.ts';
import { maxIdentityLength, maxNameLength, maxPositionLength } from '../../../../domain/users/limits.ts';
import { flagsFor, positions } from '../../../../domain/users/person.ts';
import { takesPasswords } from '../../../app/start/takes-passwords.ts';
import { type TextKey, useTranslation } from '../../../i18n.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { useCustomFields } from '../../custom-fields/index.ts';
import { type FieldOf, getFields } from '../draft.ts';
import { useUserForm } from '../user-form.tsx';
import { flagWord, profileWord } from '../words.ts';
import { CustomPart } from './CustomTab.tsx';
import { PictureSection } from './PictureSection.tsx';

/** Permissions often given to new users; the access tab has all of them. */
const frequent: readonly UserFlag[] = ['edit_reports', 'make_playlists', 'decide_catalog', 'notify'];
const order = ['label', 'input', 'description', 'error'] as const;

/** The user's picture, name, contact details and job title. */
export function DataTab() {
  const { t } = useTranslation();
  const { user, draft, set, leave, getError, choices, phone } = useUserForm();
  const optional = (key: TextKey) => (
    <>
      {t(key)} <span className="muted">{t('ui.form.optional')}</span>
    </>
  );
  const profiles = choices.profiles;
  const read = draft.phone ? phone.read(draft.phone, choices.country) : null;
  const { fields } = useCustomFields('user');
  const required = !user && fields.some((field) => field.required);
  const flags = flagsFor(draft.profile).filter((flag) => frequent.includes(flag));
  const suggested: Partial<Record<UserText, readonly string[]>> = { department: choices.departments };
  const controls: Record<FieldOf<'data'>, ReactNode> = {
    name: (
      <TextInput
        label={t('users.field.name')}
        value={draft.name}
        onChange={(event) => set('name', event.currentTarget.value)}
        onBlur={() => leave('name')}
        error={getError('name')}
        maxLength={maxNameLength}
        autoComplete="off"
        data-autofocus={user ? undefined : true}
      />
    ),
    email: (
      <TextInput
        label={t('users.field.email')}
        description={
          user?.invitation === 'accepted'
            ? t('users.help.emailAccepted')
            : user && !isReachable(user.email)
              ? t('users.noAddress')
              : undefined
        }
        inputWrapperOrder={[...order]}
        type="email"
        inputMode="email"
        value={draft.email}
        onChange={(event) => set('email', event.currentTarget.value)}
        onBlur={() => leave('email')}
        error={getError('email')}
        maxLength={maxIdentityLength}
        autoComplete="off"
      />
    ),
    phone: (
      <TextInput
        label={optional('users.field.phone')}
        description={read && read !== draft.phone ? t('users.help.phoneRead', { phone: phone.show(read) }) : t('users.help.phone')}
        inputWrapperOrder={[...order]}
        type="tel"
        inputMode="tel"
        value={draft.phone ?? ''}
        onChange={(event) => set('phone', event.currentTarget.value || null)}
        onBlur={() => leave('phone')}
        error={getError('phone')}
        maxLength={40}
        autoComplete="off"
      />
    ),
    profile: (
      <>
        <Select
          label={t('users.field.profile')}
          description={user?.isMe ? t('users.help.ownProfile') : t(`users.help.profile.${draft.profile}`)}
          inputWrapperOrder={[...order]}
          data={profiles.map((value) => ({ value, label: profileWord(value, t) }))}
          value={draft.profile}
          onChange={(value) => set('profile', profiles.find((each) => each === value) ?? draft.profile)}
          error={getError('profile')}
          disabled={Boolean(user?.isMe)}
          allowDeselect={false}
          withScrollArea={false}
        />
        {!user && flags.length > 0 && (
          <Checkbox.Group
            label={optional('users.section.permissions')}
            description={t('users.help.frequent')}
            value={draft.flags}
            onChange={(next) =>
              set(
                'flags',
                flagsFor(draft.profile).filter((flag) => next.includes(flag)),
              )
            }
          >
            <div className="user-frequent">
              {flags.map((flag) => (
                <Checkbox key={flag} value={flag} label={flagWord(flag, t)} />
              ))}
            </div>
          </Checkbox.Group>
        )}
      </>
    ),
    position: (
      <Select
        label={optional('users.field.position')}
        data={positions.map((value) => ({ value, label: t(`users.position.${value}`) }))}
        value={draft.position}
        onChange={(value) => set('position', positions.find((each) => each === value) ?? null)}
        error={getError('position')}
        clearable
        clearButtonProps={{ 'aria-label': t('users.filter.clear') }}
        withScrollArea={false}
      />
    ),
    positionOther: draft.position === 'other' && (
      <TextInput
        label={t('users.field.positionOther')}
        value={draft.positionOther}
        onChange={(event) => set('positionOther', event.currentTarget.value)}
        onBlur={() => leave('positionOther')}
        error={getError('positionOther')}
        maxLength={maxPositionLength}
        autoComplete="off"
      />
    ),
    ...buildRecord(textNames, (name) => (
      <Autocomplete
        label={optional(`users.field.${name}`)}
        description={t(`users.help.${name}`)}
        inputWrapperOrder={[...order]}
        data={suggested[name] ?? []}
        value={draft[name]}
        onChange={(value) => set(name, value)}
        error={getError(name)}
        maxLength={userTexts[name].max}
        withScrollArea={false}
        autoComplete="off"
      />
    )),
  };
  return (
    <div className="card user-card">
      {user && <PictureSection user={user} />}
      <div className="user-fields">
        {getFields('data').map((field) => (
          <Fragment key={field}>{controls[field]}</Fragment>
        ))}
      </div>
      {required && (
        <section>
          <SectionHeader title={t('users.section.required')} />
          <CustomPart requiredOnly />
        </section>
      )}
      {!user && <Notice tone="info">{t(takesPasswords ? 'users.help.password' : 'users.help.password.ways')}</Notice>}
    </div>
  );
}
