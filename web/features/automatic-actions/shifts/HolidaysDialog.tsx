import { Menu, Textarea } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HolidayFields } from '../../../../domain/automatic-actions/contract.ts';
import { taskLimits } from '../../../../domain/automatic-actions/limits.ts';
import type { Country } from '../../../../domain/automatic-actions/national-holidays.ts';
import { wallClock } from '../../../../domain/format/date.ts';
import { call } from '../../../app/data/api.ts';
import { SaveRefusal } from '../../../app/data/SaveRefusal.tsx';
import { useSave } from '../../../app/data/use-save.ts';
import { useZone } from '../../../app/data/use-zone.ts';
import { Reading } from '../../../app/layouts/Reading.tsx';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useDiscard } from '../../../ui/FormDrawer.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconClipboardText, IconPlus, IconTrash } from '../../../ui/icons.ts';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { holidaysQuery, refreshActions } from '../queries.ts';
import { holidayDate, holidaysFromLines, inOrder, ofCountry, together } from './holiday-lines.ts';

const countries: readonly Country[] = ['BR', 'PT', 'ES', 'US'];

/** The unit's holidays: shifts of a capacity treat them as Sundays, tasks follow their own choice (SECOND_HALF 2.3, 20). */
export function HolidaysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const discard = useDiscard(dirty);
  const close = async () => {
    if (!(await discard())) return;
    setDirty(false);
    onClose();
  };
  return (
    <Dialog opened={opened} title={t('actions.holidays.title')} text={t('actions.holidays.text')} width={560} onClose={() => void close()}>
      <Reading>
        <Form onDirty={setDirty} onCancel={() => void close()} onDone={onClose} />
      </Reading>
    </Dialog>
  );
}

function National({ onAdd }: { onAdd: (items: HolidayFields[]) => void }) {
  const { t, language } = useTranslation();
  const { year } = wallClock(new Date(), useZone());
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return (
    <Menu position="bottom-start" width={260} zIndex={330}>
      <Menu.Target>
        <Button size="s" icon={IconPlus}>
          {t('actions.holidays.national')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {countries.map((country) => (
          <Menu.Item key={country} onClick={() => onAdd([...ofCountry(country, year), ...ofCountry(country, year + 1)])}>
            {t('actions.holidays.country', { country: names.of(country) ?? country, from: year, until: year + 1 })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type FormProps = { onDirty: (dirty: boolean) => void; onCancel: () => void; onDone: () => void };

function Form({ onDirty, onCancel, onDone }: FormProps) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const { data, refetch } = useSuspenseQuery(holidaysQuery);
  const form = useForm({ start: { items: inOrder(data.items) }, version: data.version });
  const { save, busy, problem, clear } = useSave({ refresh: refreshActions });
  const [pasted, setPasted] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const { items } = form.draft;
  const put = (next: HolidayFields[]) => {
    form.set('items', next);
    onDirty(true);
  };
  const add = (more: HolidayFields[]) => {
    const next = together(items, more);
    setSaid(t('actions.holidays.added', { count: next.length - items.length }));
    put(next);
  };
  const take = () => {
    const { items: read, wrong } = holidaysFromLines(language, pasted ?? '');
    add(read);
    setPasted(wrong.length > 0 ? wrong.join('\n') : null);
  };
  const submit = async () => {
    clear();
    await save(async () => {
      await call('PUT /api/auth/holidays', { version: form.version, items: [...items] });
      void client.invalidateQueries({ queryKey: holidaysQuery.queryKey });
      toast.success(t('actions.holidays.saved'));
      onDirty(false);
      onDone();
    });
  };
  const reload = async () => {
    const { data: fresh } = await refetch();
    if (fresh) form.rebase({ items: inOrder(fresh.items) }, fresh.version);
    clear();
  };
  const wrong = pasted !== null && said !== '' && pasted !== '' && holidaysFromLines(language, pasted).items.length === 0;
  return (
    <div className="actions-fields actions-dialog">
      {problem && <SaveRefusal refusal={problem} reloadLabel={t('actions.reload')} onReload={reload} />}
      <div className="row row-wrap">
        <National onAdd={add} />
        <Button size="s" icon={IconClipboardText} onClick={() => setPasted(pasted === null ? '' : null)} aria-expanded={pasted !== null}>
          {t('actions.holidays.paste')}
        </Button>
        <span className="push small muted num">{t('actions.holidays.count', { count: items.length, most: taskLimits.holidays })}</span>
      </div>
      {pasted !== null && (
        <div className="holiday-paste">
          <Textarea
            label={t('actions.holidays.lines')}
            description={t('actions.holidays.linesHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
            error={wrong ? t('actions.holidays.wrong') : undefined}
            autosize
            minRows={3}
            maxRows={8}
          />
          <Button size="s" onClick={take}>
            {t('actions.holidays.take')}
          </Button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {items.length === 0 ? (
        <p className="muted">{t('actions.holidays.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard.
        <ul className="plain-list holiday-list" tabIndex={0} aria-label={t('actions.holidays')}>
          {items.map((item) => (
            <li key={`${holidayDate(language, item)} ${item.name}`}>
              <span className="num muted">{holidayDate(language, item)}</span>
              <span>
                {item.name} {item.day === null && <span className="small muted">{t('actions.holidays.yearly')}</span>}
              </span>
              <IconButton
                icon={IconTrash}
                size="s"
                label={t('actions.holidays.remove', { name: item.name })}
                onClick={() => put(items.filter((each) => each !== item))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="dialog-actions">
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button kind="primary" loading={busy} onClick={() => void submit()}>
          {t('ui.save')}
        </Button>
      </div>
    </div>
  );
}
