/** Where reports are listed for who manages them. */
export const listPath = (profile: string | undefined): string => (profile === 'a2m' ? '/report/a2m' : '/management/report');

/** One report with its tools, at a tab of them. */
export const managePath = (id: string, tab = 'data'): string => `/${id}/management/view?tab=${tab}`;
