/** Whatever there is about a thing, and no one value of it: `what is known about X`. */
export const knownAbout =
	/^what (?:else )?(?:is|was|has been|have (?:we|you|they|people|studies|researchers)|do (?:we|you|they|people|studies|researchers)|can you)\s+(?:(?:now|already|so far|currently|generally|been|there to be) )*(?:known?|said|say|reported?|written|found(?: out)?|told|tell(?: me| us)?|understood|published|discovered|learnt|learned)(?: so far)? (?:about|on|of|concerning|regarding)\s+(.+?)\??$/iu;
