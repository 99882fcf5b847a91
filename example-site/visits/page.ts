import type { ReactNode } from 'react';

export type Page = {
  title: string;
  body: ReactNode;
  status?: number;
  cookies?: readonly string[];
  /** Rules for this page alone, as a banner's colours are; each has been checked. */
  styles?: string;
  description?: string;
};
