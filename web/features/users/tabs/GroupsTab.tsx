import { MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { formatNumber } from '../../../../domain/format/number.ts';
import { maxIdentityLength, mostGroupsOfOne, mostIdentityRoles } from '../../../../domain/users/limits.ts';
import { useTranslation } from '../../../app/i18n.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { useUserForm } from '../user-form.tsx';
import { ExplainReport } from './ExplainReport.tsx';
import { SeenReports } from './SeenReports.tsx';

/** The groups of users somebody is in, as whom the reports' models know him, and what he sees by all that. */
export function GroupsTab() {
  const { t, language } = useTranslation();
  const { user, draft, set, leave, errorOf, choices } = useUserForm();
  const known = new Map([...(user?.groups ?? []), ...(choices?.groups ?? [])].map(({ id, name }) => [id, name]));
  return (
    <div className="user-stack">
      <section className="card user-card">
        <SectionHeader title={t('users.section.groups')} />
        <MultiSelect
          label={t('users.field.groups')}
          description={t('users.help.groups')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[...known].map(([value, label]) => ({ value, label }))}
          value={draft.groups}
          onChange={(ids) => set('groups', ids)}
          error={errorOf('groups')}
          placeholder={draft.groups.length === 0 ? t('users.field.noGroups') : undefined}
          nothingFoundMessage={t('users.filter.none')}
          maxValues={mostGroupsOfOne}
          searchable
          hidePickedOptions
          clearable
          clearButtonProps={{ 'aria-label': t('users.filter.clear') }}
          withScrollArea={false}
          classNames={{ options: 'group-options' }}
        />
        {choices && choices.groups.length === 0 && <p className="small muted">{t('users.ask.noGroups')}</p>}
      </section>
      <section className="card user-card">
        <SectionHeader title={t('users.section.identity')} />
        <p className="small muted">{t('users.help.identity')}</p>
        {user?.lacksIdentity && <Notice tone="warn">{t('users.unidentified.help')}</Notice>}
        <div className="user-fields">
          <TextInput
            label={
              <>
                {t('users.field.rlsUsername')} <span className="muted">{t('ui.form.optional')}</span>
              </>
            }
            description={t('users.help.rlsUsername', { email: draft.email || 'ana@empresa.com' })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.rlsUsername ?? ''}
            onChange={(event) => set('rlsUsername', event.currentTarget.value || null)}
            onBlur={() => leave('rlsUsername')}
            error={errorOf('rlsUsername')}
            maxLength={maxIdentityLength}
            autoComplete="off"
          />
          <TagsInput
            label={
              <>
                {t('users.field.rlsRoles')} <span className="muted">{t('ui.form.optional')}</span>
              </>
            }
            description={t('users.help.rlsRoles')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft.rlsRoles}
            onChange={(roles) => set('rlsRoles', roles)}
            error={errorOf('rlsRoles')}
            maxTags={mostIdentityRoles}
            clearable
            clearButtonProps={{ 'aria-label': t('users.filter.clear') }}
          />
        </div>
      </section>
      {user && (
        <section className="card user-card">
          <SectionHeader
            title={t('users.seen.title', { name: user.name.split(' ')[0] ?? user.name })}
            action={
              <span className="muted num">
                {t('users.seen.count', { count: user.counts.reports, number: formatNumber(language, user.counts.reports) })}
              </span>
            }
          />
          <ExplainReport person={user.id} />
          <SeenReports user={user} />
        </section>
      )}
      {!user && <Notice tone="info">{t('users.seen.new')}</Notice>}
    </div>
  );
}
