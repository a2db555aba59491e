import { useSuspenseQuery } from '@tanstack/react-query';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { NoticeForm, type NoticeFormProps } from './NoticeForm.tsx';
import { noticeQuery } from './queries.ts';

type Props = Pick<NoticeFormProps, 'opened' | 'onClose'> & { /** Null writes a new one. */ id: string | null };

/** Writes a notice, or edits one. */
export function NoticeDrawer({ id, ...form }: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={form.opened} title={t(id === null ? 'notices.new' : 'notices.edit')} onClose={form.onClose}>
      {id === null ? <NoticeForm {...form} /> : <Existing {...form} id={id} />}
    </RecordDrawer>
  );
}

function Existing({ id, ...form }: NoticeFormProps & { id: string }) {
  const { data, refetch } = useSuspenseQuery(noticeQuery(id));
  return <NoticeForm {...form} record={data} onReload={async () => (await refetch()).data} />;
}
