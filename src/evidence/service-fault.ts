/** A search service that failed, which is not the same as finding nothing. */
export interface ServiceFault {
	service: string;
	/** What happened, and what to do, in one line. */
	reason: string;
	/** Whether it is skipped for the rest of the run. */
	skipped: boolean;
}
