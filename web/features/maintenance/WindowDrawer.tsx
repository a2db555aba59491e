import { useSuspenseQuery } from '@tanstack/react-query';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { windowQuery } from './queries.ts';
import { WindowForm, type WindowFormProps } from './WindowForm.tsx';

type Props = Pick<WindowFormProps, 'about' | 'opened' | 'onClose'> & { /** Null schedules a new one. */ id: string | null };

/** Starts maintenance now, schedules it, or edits a window. */
export function WindowDrawer({ id, ...form }: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={form.opened} title={t(id === null ? 'maintenance.new' : 'maintenance.edit')} onClose={form.onClose}>
      {id === null ? <WindowForm {...form} /> : <Existing {...form} id={id} />}
    </RecordDrawer>
  );
}

function Existing({ id, ...form }: WindowFormProps & { id: string }) {
  const { data, refetch } = useSuspenseQuery(windowQuery(id));
  return <WindowForm {...form} record={data} onReload={async () => (await refetch()).data} />;
}
