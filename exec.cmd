@rem "exec" of the scripts in package.json, which the shells of other systems have built in.
@%*
