/** Puts a captured state into the report on show; false when it refuses. The code of the frame is there already. */
export async function applyViewState(state: string): Promise<boolean> {
  const { drive } = await import('../features/reports/layer/report-layer-store.ts');
  return drive('applyState', state);
}
