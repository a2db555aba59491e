import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { call } from '../../../app/data/api.ts';
import { useTranslation } from '../../../i18n.ts';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { type FieldOf, getFields } from '../draft.ts';
import { useUserForm } from '../user-form.tsx';
import { languageNames, languages } from '../words.ts';

const standard = 'standard';
const order = ['label', 'input', 'description', 'error'] as const;
const reportsQuery = {
  queryKey: ['users', 'home-reports'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GET /api/auth/group_reports/get/reports/all/select', {}, { signal }),
  staleTime: 60_000,
};

/** The user's language, colours and landing page. */
export function LookTab() {
  const { t } = useTranslation();
  const { user, draft, set, getError, choices } = useUserForm();
  // No suspense: the options of one field; the others don't wait for them.
  const reports = useQuery(reportsQuery);
  const homes = choices.homePages.filter(({ profiles }) => profiles.includes(draft.profile));
  const known = new Map([
    ...(user?.homeReport ? [[user.homeReport.id, user.homeReport.name] as const] : []),
    ...(reports.data?.reports ?? []).map(({ id, title }) => [id, title] as const),
  ]);
  const home = draft.homeReportId ? 'report' : (draft.homePage ?? standard);
  const chooseHome = (value: string | null) => {
    const [first] = known.keys();
    set('homePage', value === 'report' || value === standard ? null : value);
    set('homeReportId', value === 'report' ? (first ?? null) : null);
  };
  const controls: Record<FieldOf<'look'>, ReactNode> = {
    language: (
      <Select
        label={t('users.field.language')}
        description={t('users.help.language')}
        inputWrapperOrder={[...order]}
        data={[
          { value: standard, label: t('users.look.unitLanguage') },
          ...languages.map((value) => ({ value, label: languageNames[value] })),
        ]}
        value={draft.language ?? standard}
        onChange={(value) => set('language', languages.find((each) => each === value) ?? null)}
        error={getError('language')}
        allowDeselect={false}
        withScrollArea={false}
      />
    ),
    // Not offered: a user's own theme isn't applied yet.
    themeId: null,
    homePage: (
      <Select
        label={t('users.field.homePage')}
        description={t('users.help.homePage')}
        inputWrapperOrder={[...order]}
        data={[
          { value: standard, label: t('users.look.unitHome') },
          ...homes.map(({ path, name }) => ({ value: path, label: name })),
          ...(known.size > 0 ? [{ value: 'report', label: t('users.look.aReport') }] : []),
        ]}
        value={home}
        onChange={chooseHome}
        error={getError('homePage')}
        allowDeselect={false}
        withScrollArea={false}
      />
    ),
    homeReportId: draft.homeReportId && (
      <Select
        label={t('users.field.homeReportId')}
        data={[...known].map(([value, label]) => ({ value, label }))}
        value={draft.homeReportId}
        onChange={(value) => set('homeReportId', value)}
        error={getError('homeReportId')}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('users.filter.none')}
        withScrollArea={false}
        classNames={{ options: 'group-options' }}
      />
    ),
  };
  return (
    <section className="card user-card">
      <SectionHeader title={t('users.section.look')} />
      <div className="user-fields">
        {getFields('look').map((field) => (
          <Fragment key={field}>{controls[field]}</Fragment>
        ))}
      </div>
    </section>
  );
}
