import { Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { longest } from '../../../domain/remote-access/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ConfirmFactor } from '../two-factor/index.ts';
import { type EnterableUnit, peopleQuery } from './queries.ts';
import { useEnterUnit } from './use-enter-unit.ts';

/** Missing facts of the relation are known to the server. */
type Props = { unit: Pick<EnterableUnit, 'id' | 'name'> & Partial<Pick<EnterableUnit, 'role' | 'verify'>>; onClose: () => void };

const settleMs = 200;
const aboveDialog = 320;

/** How a partner enters a unit: as administrator or with a user's view, the reason, and the reach (BEHAVIOUR 13). */
export function EnterUnitDialog({ unit, onClose }: Props) {
  const { t } = useTranslation();
  const [as, setAs] = useState<'admin' | 'user'>(unit.role === 'user' ? 'user' : 'admin');
  const [reach, setReach] = useState<'view' | 'act'>('act');
  const [reason, setReason] = useState('');
  const [ticket, setTicket] = useState('');
  const [person, setPerson] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  // No suspense: suggestions for what is typed.
  const { data } = useQuery({ ...peopleQuery(unit.id, wanted), enabled: as === 'user' });
  const { busy, problem, enter, stale, forget } = useEnterUnit();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (as === 'user' && !person) return setMissing(true);
    const wish = {
      company: unit.id,
      reason: reason.trim(),
      ticket: ticket.trim(),
      reach,
      ...(as === 'user' && person ? { user: person } : {}),
    };
    void enter(wish, unit.verify === false);
  };
  if (stale) return <ConfirmFactor onConfirmed={stale} onClose={forget} />;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('switch.title', { unit: unit.name })}
      text={t(unit.verify === undefined ? 'switch.maybe' : unit.verify ? 'switch.asks' : 'switch.atOnce')}
    >
      <form className="stack" onSubmit={submit} noValidate>
        {problem && <Notice tone="err">{problem}</Notice>}
        {unit.role !== 'user' && (
          <Segmented
            label={t('switch.as')}
            value={as}
            onChange={setAs}
            segments={[
              { value: 'admin', label: t('switch.as.admin') },
              { value: 'user', label: t('switch.as.user') },
            ]}
          />
        )}
        {as === 'user' && (
          <Select
            label={t('switch.person')}
            description={t('switch.person.text')}
            searchable
            clearable
            data={data?.people.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` })) ?? []}
            filter={({ options }) => options}
            value={person}
            onChange={(value) => {
              setPerson(value);
              setMissing(false);
            }}
            onSearchChange={setSearch}
            nothingFoundMessage={data ? t('switch.person.none') : undefined}
            error={missing ? t('ui.form.required', { name: t('switch.person') }) : undefined}
            comboboxProps={{ zIndex: aboveDialog }}
          />
        )}
        <Segmented
          label={t('switch.reach')}
          value={reach}
          onChange={setReach}
          segments={[
            { value: 'act', label: t('switch.reach.act') },
            { value: 'view', label: t('switch.reach.view') },
          ]}
        />
        <Textarea
          label={t('switch.reason')}
          description={t('switch.reason.text')}
          autosize
          minRows={2}
          maxLength={longest.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <TextInput
          label={t('switch.ticket')}
          maxLength={longest.ticket}
          value={ticket}
          onChange={(event) => setTicket(event.currentTarget.value)}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" loading={busy}>
            {t(as === 'user' || unit.verify ? 'switch.ask' : 'switch.enter')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
