import { Select } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { builtPages, landingAt, screens } from '../../../domain/access/screens.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { zonesQuery } from '../../app/data/queries.ts';
import { useHiddenMenu } from '../../app/shell/use-shell.ts';
import { isLanguage, type TextKey, useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { AreaForm, Card, Row } from './AreaForm.tsx';
import { HiddenAbove } from './HiddenAbove.tsx';
import { reportsQuery } from './loader.ts';
import { useSettingsForm } from './use-settings-form.ts';

// Pages that every viewer has, with their menu labels.
const places: readonly { path: string; label: TextKey }[] = [
  { path: '/', label: 'shell.entry.home' },
  { path: '/all/reports', label: 'shell.entry.allReports' },
  { path: '/all/reports?favorites=1', label: 'shell.entry.favorites' },
  { path: '/reports', label: 'shell.groups' },
  { path: '/catalogs', label: 'shell.entry.catalogs' },
  { path: '/playlists', label: 'shell.entry.playlists' },
];
const isBuilt = (path: string) => {
  const screen = screens.find((each) => each.path === path.split('?')[0]);
  return screen !== undefined && Object.values(screen.pages).some((page) => builtPages.includes(page));
};

const offsetText = (minutes: number) => {
  const sign = minutes < 0 ? '−' : '+';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
};

/** The landing page, time zone and language, and the report tree in the menu. */
export function GeneralArea() {
  const { t } = useTranslation();
  const form = useSettingsForm();
  const hidden = useHiddenMenu();
  const ids = { page: useId(), report: useId(), zone: useId(), language: useId(), kind: useId(), tasks: useId() };
  const { reports: known } = useSuspenseQuery(reportsQuery).data;
  const { data: zones } = useSuspenseQuery(zonesQuery());
  const [chosenKind, setChosenKind] = useState<'page' | 'report' | null>(null);
  const report = form.valueOf('relatorio_id') ?? null;
  const home = form.valueOf('home_page') ?? '/';
  const kind = chosenKind ?? (report ? 'report' : 'page');
  const reportOptions = known.map((each) => ({ value: each.id, label: each.title }));
  if (report && !known.some((each) => each.id === report)) reportOptions.unshift({ value: report, label: t('settings.relatorio_id.gone') });
  const pages = places.filter(({ path }) => isBuilt(path)).map(({ path, label }) => ({ value: path, label: t(label) }));
  if (!pages.some((page) => page.value === home)) pages.push({ value: home, label: home });
  const switchTo = (next: 'page' | 'report') => {
    setChosenKind(next);
    if (next === 'page') form.set('relatorio_id', null);
  };
  // The rule of sign-in: a page that an ordinary user cannot open can't be anyone's landing page.
  const target = report ? `/${report}/reports/view` : (home.split('?')[0] ?? '/');
  const gone = report !== null && !known.some((each) => each.id === report);
  const lost = gone || landingAt(target, { profile: 'user', flags: [] }, hidden).kind !== 'page';
  return (
    <AreaForm form={form} area="general">
      <Card title={t('settings.landing')}>
        <SwitchRow
          label={t('settings.enable')}
          text={t('settings.enable.text')}
          checked={form.valueOf('enable') === 'S'}
          onChange={(on) => form.set('enable', on ? 'S' : 'N')}
        />
        {form.valueOf('enable') === 'S' && (
          <>
            {lost && <Notice tone="warn">{t('settings.landing.lost')}</Notice>}
            <Row label={t('settings.landing.kind')} labelId={ids.kind}>
              <Segmented
                label={t('settings.landing.kind')}
                segments={[
                  { value: 'page', label: t('settings.landing.page') },
                  { value: 'report', label: t('settings.landing.report') },
                ]}
                value={kind}
                onChange={switchTo}
              />
            </Row>
            {kind === 'page' ? (
              <Row label={t('settings.home_page')} labelId={ids.page}>
                <Select
                  aria-labelledby={ids.page}
                  data={pages}
                  value={home}
                  onChange={(next) => next && form.set('home_page', next)}
                  allowDeselect={false}
                  error={form.getError('home_page')}
                />
              </Row>
            ) : (
              <Row label={t('settings.relatorio_id')} text={t('settings.relatorio_id.text')} labelId={ids.report}>
                <Select
                  aria-labelledby={ids.report}
                  data={reportOptions}
                  value={report}
                  onChange={(next) => form.set('relatorio_id', next)}
                  searchable
                  placeholder={t('settings.relatorio_id.find')}
                  nothingFoundMessage={t('settings.relatorio_id.none')}
                  error={form.getError('relatorio_id')}
                />
              </Row>
            )}
          </>
        )}
      </Card>
      <Card title={t('settings.words')}>
        <Row label={t('settings.timezone')} text={t('settings.timezone.text')} labelId={ids.zone}>
          <Select
            aria-labelledby={ids.zone}
            data={zones.map((zone) => ({
              value: zone.id,
              label: `${zone.id.replaceAll('_', ' ')} (${offsetText(zone.offset)})`,
            }))}
            value={form.valueOf('timezone') ?? null}
            onChange={(next) => next && form.set('timezone', next)}
            searchable
            limit={60}
            allowDeselect={false}
            nothingFoundMessage={t('settings.timezone.none')}
            error={form.getError('timezone')}
          />
        </Row>
        {form.valueOf('timezone') !== form.config.timezone && (
          <Row label={t('shell.entry.automaticActions')} text={t('settings.tasks_keep_moment.text')} labelId={ids.tasks}>
            <Segmented
              label={t('shell.entry.automaticActions')}
              segments={[
                { value: 'N', label: t('settings.tasks_keep_moment.clock') },
                { value: 'S', label: t('settings.tasks_keep_moment.moment') },
              ]}
              value={form.keepsMoment}
              onChange={(next) => form.set('tasks_keep_moment', next)}
            />
          </Row>
        )}
        <Row label={t('settings.language')} text={t('settings.language.text')} labelId={ids.language}>
          <Select
            aria-labelledby={ids.language}
            data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
            value={form.valueOf('language') ?? null}
            onChange={(next) => isLanguage(next) && form.set('language', next)}
            allowDeselect={false}
          />
        </Row>
      </Card>
      <Card title={t('settings.menu')}>
        <SwitchRow
          label={t('settings.show_menu_report')}
          text={t('settings.show_menu_report.text')}
          checked={form.valueOf('show_menu_report') === 'S'}
          onChange={(on) => form.set('show_menu_report', on ? 'S' : 'N')}
        />
      </Card>
      <HiddenAbove />
    </AreaForm>
  );
}
