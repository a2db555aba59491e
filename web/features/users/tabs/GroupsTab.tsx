import { MultiSelect } from '@mantine/core';
import { formatNumber } from '../../../../domain/format/number.ts';
import { maxGroupsOfOne } from '../../../../domain/users/limits.ts';
import { useTranslation } from '../../../i18n.ts';
import { RowsField } from '../../../ui/access/RowsField.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { useIdentityTokens } from '../../custom-fields/index.ts';
import { useUserForm } from '../user-form.tsx';
import { ExplainReport } from './ExplainReport.tsx';
import { SeenReports } from './SeenReports.tsx';

/** The user's groups and RLS identity, and the reports they give access to. */
export function GroupsTab() {
  const { t, language } = useTranslation();
  const { user, draft, set, leave, getError, choices } = useUserForm();
  const { needsRoles, ...options } = choices.identity;
  const tokens = useIdentityTokens();
  const known = new Map([...(user?.groups ?? []), ...choices.groups].map(({ id, name }) => [id, name]));
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
          error={getError('groups')}
          placeholder={draft.groups.length === 0 ? t('users.field.noGroups') : undefined}
          nothingFoundMessage={t('users.filter.none')}
          maxValues={maxGroupsOfOne}
          searchable
          hidePickedOptions
          selectFirstOptionOnChange
          clearable
          clearButtonProps={{ 'aria-label': t('users.filter.clear') }}
          withScrollArea={false}
          classNames={{ options: 'group-options' }}
        />
        {choices.groups.length === 0 && <p className="small muted">{t('users.ask.noGroups')}</p>}
      </section>
      <section className="card user-card">
        <SectionHeader title={t('users.section.identity')} />
        <p className="small muted">{t('users.help.identity')}</p>
        {user?.lacksIdentity && <Notice tone="warn">{t('users.unidentified.help')}</Notice>}
        <RowsField
          value={{ as: 'fixed', username: draft.rlsUsername ?? '', roles: draft.rlsRoles }}
          onChange={({ username, roles }) => {
            set('rlsUsername', username || null);
            set('rlsRoles', [...roles]);
          }}
          onLeave={() => leave('rlsUsername')}
          other="none"
          options={options}
          needsRoles={needsRoles && 'some'}
          tokens={tokens}
          errors={{ username: getError('rlsUsername'), roles: getError('rlsRoles') }}
        />
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
