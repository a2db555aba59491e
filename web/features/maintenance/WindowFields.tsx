import { Radio, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { maxAnnounceHours } from '../../../domain/maintenance/window.ts';
import { type Language, languages } from '../../../domain/session/languages.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { MomentField } from '../../ui/MomentField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { Preview } from './Preview.tsx';
import { TargetPicker } from './TargetPicker.tsx';
import { type Behaviour, startingAt, type WindowFormState, type Words } from './use-window-form.ts';

const behaviours: readonly Behaviour[] = ['exceptAdmin', 'everybody', 'warn'];
const announcements = [0, 1, 4, 12, 24, 48, 72, 168] as const;
const names: Record<Language, string> = { 'pt-BR': 'Português (BR)', 'en-US': 'English', es: 'Español', 'pt-PT': 'Português (PT)' };

/** The title and text that users read; other languages may have their own. */
function WordFields({ form }: { form: WindowFormState }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<Language | 'all'>('all');
  const { words: main, texts } = form.draft;
  const words: Words = language === 'all' ? main : (texts[language] ?? { title: '', text: '' });
  const set = (change: Partial<Words>) =>
    form.change(language === 'all' ? { words: { ...main, ...change } } : { texts: { ...texts, [language]: { ...words, ...change } } });
  return (
    <>
      <Select
        label={t('maintenance.form.language')}
        description={t('maintenance.form.languageHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          { value: 'all', label: t('maintenance.form.everyLanguage') },
          ...languages.map((value) => ({ value, label: texts[value]?.title ? `${names[value]} ✓` : names[value] })),
        ]}
        value={language}
        onChange={(value) => setLanguage(languages.find((known) => known === value) ?? 'all')}
        allowDeselect={false}
        comboboxProps={{ zIndex: 320 }}
        withScrollArea={false}
      />
      <TextInput
        label={t('maintenance.form.title')}
        value={words.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
        error={language === 'all' ? form.getError('title') : undefined}
        maxLength={120}
        autoComplete="off"
        lang={language === 'all' ? undefined : language}
      />
      <Textarea
        label={
          <>
            {t('maintenance.form.text')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        description={t('maintenance.form.textHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={words.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
        maxLength={600}
        autosize
        minRows={3}
        maxRows={8}
        lang={language === 'all' ? undefined : language}
      />
    </>
  );
}

/** Whether a notification may be sent now: the lead time before the start is limited. */
const withinReach = (startsAt: string | null) => startsAt !== null && Date.parse(startsAt) - Date.now() <= maxAnnounceHours * 3_600_000;

type Props = { form: WindowFormState; isNew: boolean; running: boolean; fixed: boolean };

/** The fields of a window; once it is running, only its texts and its end can change. */
export function WindowFields({ form, isNew, running, fixed }: Props) {
  const { t } = useTranslation();
  const zone = useZone();
  const { draft } = form;
  const now = new Date();
  return (
    <>
      {isNew && !fixed && <TargetPicker form={form} />}
      {isNew && (
        <Segmented
          label={t('maintenance.form.when')}
          segments={[
            { value: 'now', label: t('maintenance.when.now') },
            { value: 'later', label: t('maintenance.when.later') },
          ]}
          value={draft.when}
          onChange={(when) =>
            form.change({
              when,
              ...(when === 'later' && draft.startsAt ? { endsAt: new Date(Date.parse(draft.startsAt) + 2 * 3_600_000).toISOString() } : {}),
            })
          }
        />
      )}
      {draft.when === 'later' && !running && (
        <MomentField
          label={t('maintenance.form.startsAt')}
          value={draft.startsAt}
          onChange={(startsAt) => form.change(startingAt(draft, startsAt))}
          zone={zone}
          error={form.getError('startsAt')}
          from={now}
        />
      )}
      <MomentField
        label={t('maintenance.form.endsAt')}
        description={t('maintenance.form.endsAtHelp')}
        value={draft.endsAt}
        onChange={(endsAt) => form.change({ endsAt })}
        zone={zone}
        // Shown as it is chosen: an end before its start is a slip.
        error={form.problems.endsAt ?? form.getError('endsAt')}
        from={now}
      />
      <WordFields form={form} />
      <Radio.Group
        label={t('maintenance.form.behaviour')}
        value={draft.behaviour}
        onChange={(value) => form.change({ behaviour: behaviours.find((known) => known === value) ?? 'exceptAdmin' })}
      >
        <div className="audience">
          {behaviours.map((behaviour) => (
            <Radio
              key={behaviour}
              value={behaviour}
              label={t(`maintenance.behaviour.${behaviour}`)}
              description={t(`maintenance.behaviour.${behaviour}Help`)}
            />
          ))}
        </div>
      </Radio.Group>
      {draft.when === 'later' && !running && (
        <Select
          label={t('maintenance.form.announce')}
          data={[
            ...(withinReach(draft.startsAt) ? [{ value: 'now', label: t('maintenance.announce.now') }] : []),
            ...announcements.map((hours) => ({
              value: String(hours),
              label: hours === 0 ? t('maintenance.announce.not') : t('maintenance.announce.hours', { count: hours }),
            })),
          ]}
          value={String(draft.announceHours)}
          onChange={(value) => form.change({ announceHours: value === 'now' ? 'now' : Number(value ?? 24) })}
          allowDeselect={false}
          comboboxProps={{ zIndex: 320 }}
          withScrollArea={false}
        />
      )}
      {draft.target === 'unit' && draft.when === 'later' && (
        <SwitchRow
          label={t('maintenance.form.loginNotice')}
          text={t('maintenance.form.loginNoticeHelp')}
          checked={draft.loginNotice}
          onChange={(loginNotice) => form.change({ loginNotice })}
        />
      )}
      {draft.behaviour !== 'warn' && !running && (
        <SwitchRow
          label={t('maintenance.form.pausesCapacity')}
          text={t('maintenance.form.pausesCapacityHelp')}
          checked={draft.pausesCapacity}
          onChange={(pausesCapacity) => form.change({ pausesCapacity })}
        />
      )}
      <Preview form={form} isNew={isNew} isRunning={running} />
    </>
  );
}
