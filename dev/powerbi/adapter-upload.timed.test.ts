import { expect, test } from 'vitest';
import { adapterScene, pbix } from '../../tests/support/adapter-scene.ts';

const { who, account, provider, forward } = await adapterScene();

test('report files over a gigabyte are streamed to a temporary upload', async () => {
  const piece = new Uint8Array(8 * 1024 * 1024);
  const pieces = 129;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === pieces) return controller.close();
      const chunk = sent === 0 ? Uint8Array.from([...pbix(), ...piece.slice(pbix().byteLength)]) : piece;
      sent += 1;
      controller.enqueue(chunk);
    },
  });
  const { workspaceId } = who;
  const file = { workspaceId, name: 'Enorme.pbix', conflict: 'abort' as const, body, bytes: pieces * piece.byteLength };
  const { importId } = await provider.importFile(account, file);
  expect((await provider.readImport(account, workspaceId, importId)).state).toBe('publishing');
  await forward(1_600);
  expect((await provider.readImport(account, workspaceId, importId)).state).toBe('succeeded');
});
